import { crc32 } from 'node:zlib'

/** A record is its length (u32), the CRC-32 of its payload (u32), then the payload: one TSV line in UTF-8. */
const headerBytes = 8
/** The longest line that the limits of raw clicks allow, in bytes, is below this. */
export const frameMostBytes = 32_768

/** Writes the record at the start of the buffer, which holds frameMostBytes; the bytes it takes. */
export function writeFrame(buffer: Buffer, line: string): number {
  const length = buffer.write(line, headerBytes)
  buffer.writeUInt32LE(length, 0)
  buffer.writeUInt32LE(crc32(buffer.subarray(headerBytes, headerBytes + length)), 4)
  return headerBytes + length
}

/** The lines of a segment up to its last complete record, and where that ends. */
export function readFrames(bytes: Buffer): { lines: Buffer[]; end: number } {
  const lines: Buffer[] = []
  let end = 0
  while (end + headerBytes <= bytes.length) {
    const length = bytes.readUInt32LE(end)
    const line = bytes.subarray(end + headerBytes, end + headerBytes + length)
    if (length === 0 || line.length < length || crc32(line) !== bytes.readUInt32LE(end + 4)) break
    lines.push(line)
    end += headerBytes + length
  }
  return { lines, end }
}
