const rowsPerPiece = 5_000
const boundary = 'waymark-links'

interface Upload {
  apiUrl: string
  key: string
  count: number
  /** Called after each piece of the file with the number of its rows so far. */
  onRows?: (rows: number) => Promise<void>
}

/** The values of a row depend only on its number. */
export const slugOf = (row: number): string => `p-${row.toString(36)}`
export const urlOf = (row: number): string => `https://example.com/products/${row}?ref=import&page=${row % 97}`
export const clicksOf = (row: number): number => row % 5

/** Uploads a CSV file of `count` links, piece by piece. Returns the id of the import. */
export async function uploadLinks({ apiUrl, key, count, onRows }: Upload): Promise<string> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const field = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    yield Buffer.from(
      `${field('source', 'csv')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="links.csv"\r\n\r\nurl,slug,title,tags,created,clicks\n`,
    )
    for (let first = 0; first < count; first += rowsPerPiece) {
      const rows = Array.from({ length: Math.min(rowsPerPiece, count - first) }, (_, index) => rowOf(first + index))
      yield Buffer.from(rows.join(''))
      await onRows?.(first + rows.length)
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const sent: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(pieces()),
    duplex: 'half',
  }
  const response = await fetch(`${apiUrl}/api/v1/imports`, sent)
  const text = await response.text()
  if (response.status !== 202) throw new Error(`${response.status} ${text}`)
  return (JSON.parse(text) as { data: { id: string } }).data.id
}

const rowOf = (row: number): string =>
  `${urlOf(row)},${slugOf(row)},"Product ${row}, imported",shop;spring,2023-05-0${(row % 9) + 1} 10:00:00,${clicksOf(row)}\n`
