const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

/** 1980-01-01, the earliest date of a ZIP archive. */
const dosDate = 0x21
const utf8Names = 0x0800
const version = 20

/** A ZIP archive without compression, for small files. APPNOTE 6.3, without its extensions. */
export function zip(entries: readonly { name: string; text: string }[]): BlobPart[] {
  const encoder = new TextEncoder()
  const [files, directory]: [Uint8Array<ArrayBuffer>[], Uint8Array<ArrayBuffer>[]] = [[], []]
  let offset = 0
  for (const entry of entries) {
    const [name, body] = [encoder.encode(entry.name), encoder.encode(entry.text)]
    const about = [version, utf8Names, 0, 0, dosDate]
    const sizes = [crc32(body), body.length, body.length]
    const head = record(0x04034b50, [...about.map(short), ...sizes.map(long), short(name.length), short(0)])
    directory.push(
      record(0x02014b50, [
        ...[version, ...about].map(short),
        ...sizes.map(long),
        ...[name.length, 0, 0, 0, 0].map(short),
        long(0),
        long(offset),
      ]),
      name,
    )
    files.push(head, name, body)
    offset += head.length + name.length + body.length
  }
  const length = directory.reduce((sum, bytes) => sum + bytes.length, 0)
  const count = entries.length
  const end = record(0x06054b50, [...[0, 0, count, count].map(short), long(length), long(offset), short(0)])
  return [...files, ...directory, end]
}

type Part = [value: number, bytes: 2 | 4]
const short = (value: number): Part => [value, 2]
const long = (value: number): Part => [value, 4]

function record(signature: number, parts: Part[]): Uint8Array<ArrayBuffer> {
  const bytes = [long(signature), ...parts].flatMap(([value, width]) =>
    Array.from({ length: width }, (_, index) => (value >>> (8 * index)) & 0xff),
  )
  return Uint8Array.from(bytes)
}
