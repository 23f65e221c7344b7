import { crc32 } from 'node:zlib'

/** A frame: CRC-32 of the rest (u32), length of the lines in bytes (u32), number of clicks (u32), lines in UTF-8. */
const crcAt = 0
const lengthAt = 4
const clicksAt = 8
const headerBytes = 12
const utf8MostBytesPerCharacter = 3

export const frameMostBytes = (characters: number) => headerBytes + characters * utf8MostBytesPerCharacter

/** Writes a frame to the start of the buffer and returns its length in bytes. */
export function writeFrame(buffer: Buffer, lines: string, clicks: number): number {
  const end = headerBytes + buffer.write(lines, headerBytes)
  buffer.writeUInt32LE(end - headerBytes, lengthAt)
  buffer.writeUInt32LE(clicks, clicksAt)
  buffer.writeUInt32LE(crc32(buffer.subarray(lengthAt, end)), crcAt)
  return end
}

export interface Frames {
  /** The lines of each frame. */
  payloads: Buffer[]
  /** Number of clicks in all frames. */
  clicks: number
  /** The end of the last complete frame. */
  end: number
}

/** Reads the frames of a segment up to the last complete one. */
export function readFrames(bytes: Buffer): Frames {
  const frames: Frames = { payloads: [], clicks: 0, end: 0 }
  for (let start = 0; start + headerBytes <= bytes.length; ) {
    const end = start + headerBytes + bytes.readUInt32LE(start + lengthAt)
    const isWhole =
      end <= bytes.length && crc32(bytes.subarray(start + lengthAt, end)) === bytes.readUInt32LE(start + crcAt)
    if (!isWhole) break
    frames.payloads.push(bytes.subarray(start + headerBytes, end))
    frames.clicks += bytes.readUInt32LE(start + clicksAt)
    frames.end = end
    start = end
  }
  return frames
}
