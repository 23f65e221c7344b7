import { Readable } from 'node:stream'

/** What is sent: JSON, or a file with its headers. */
export interface KeptReply {
  body: string | Buffer | Readable
  headers: Record<string, string>
}

/** No JSON begins with it. Behind it stand the headers of a file, a line end and its bytes. */
const fileMark = 0
const lineEnd = 0x0a

/** The reply of a POST as it is stored: JSON as it is, without its headers; a file with them. */
export function keepReply({ body, headers }: KeptReply): Buffer {
  if (body instanceof Readable) throw new Error('a stream cannot be given again')
  if (typeof body === 'string') return Buffer.from(body)
  return Buffer.concat([Buffer.from([fileMark]), Buffer.from(`${JSON.stringify(headers)}\n`), body])
}

export function readKeptReply(kept: Buffer): KeptReply {
  if (kept[0] !== fileMark) return { body: kept.toString(), headers: {} }
  const end = kept.indexOf(lineEnd)
  return { body: kept.subarray(end + 1), headers: JSON.parse(kept.subarray(1, end).toString()) }
}
