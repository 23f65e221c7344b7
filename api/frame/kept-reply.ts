import { Readable } from 'node:stream'

/** The response: JSON, or a file with its headers. */
export interface KeptReply {
  body: string | Buffer | Readable
  headers: Record<string, string>
}

/** First byte of a stored file, which no JSON begins with. The headers, a line end, and the bytes of the file follow. */
const fileMark = 0
const lineEnd = 0x0a

/** Stores the reply of a POST: JSON without its headers, a file with them. */
export function keepReply({ body, headers }: KeptReply): Buffer {
  if (body instanceof Readable) throw new Error('a stream cannot be stored')
  if (typeof body === 'string') return Buffer.from(body)
  return Buffer.concat([Buffer.from([fileMark]), Buffer.from(`${JSON.stringify(headers)}\n`), body])
}

export function readKeptReply(kept: Buffer): KeptReply {
  if (kept[0] !== fileMark) return { body: kept.toString(), headers: {} }
  const end = kept.indexOf(lineEnd)
  return { body: kept.subarray(end + 1), headers: JSON.parse(kept.subarray(1, end).toString()) }
}
