import { crc32 } from 'node:zlib'

/** A frame is its length (u32), the CRC-32 of its payload (u32), then the payload: TSV lines in UTF-8, each with its line end. */
const headerBytes = 8
const utf8MostBytesPerCharacter = 3

export const frameMostBytes = (characters: number) => headerBytes + characters * utf8MostBytesPerCharacter

/** Writes the frame at the start of the buffer; the bytes it takes. */
export function writeFrame(buffer: Buffer, lines: string): number {
  const length = buffer.write(lines, headerBytes)
  buffer.writeUInt32LE(length, 0)
  buffer.writeUInt32LE(crc32(buffer.subarray(headerBytes, headerBytes + length)), 4)
  return headerBytes + length
}

/** The payloads of a segment up to its last complete frame, and where that ends. */
export function readFrames(bytes: Buffer): { payloads: Buffer[]; end: number } {
  const payloads: Buffer[] = []
  let end = 0
  while (end + headerBytes <= bytes.length) {
    const length = bytes.readUInt32LE(end)
    const payload = bytes.subarray(end + headerBytes, end + headerBytes + length)
    if (length === 0 || payload.length < length || crc32(payload) !== bytes.readUInt32LE(end + 4)) break
    payloads.push(payload)
    end += headerBytes + length
  }
  return { payloads, end }
}
