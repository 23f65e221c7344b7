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
  for (let end = endOfFrame(bytes, 0); end !== null; end = endOfFrame(bytes, end)) {
    frames.payloads.push(bytes.subarray(frames.end + headerBytes, end))
    frames.clicks += bytes.readUInt32LE(frames.end + clicksAt)
    frames.end = end
  }
  return frames
}

/**
 * Whether a complete frame follows somewhere after this end: then the bytes between them are damaged, for example by a
 * power failure. After a crash of the process, only the last frame is incomplete.
 */
export function hasFrameAfter(bytes: Buffer, end: number): boolean {
  for (let start = end + 1; start + headerBytes < bytes.length; start++) {
    const found = endOfFrame(bytes, start)
    // No frame is empty.
    if (found !== null && found > start + headerBytes) return true
  }
  return false
}

/** The end of the complete frame that starts here; null if there is none. */
function endOfFrame(bytes: Buffer, start: number): number | null {
  if (start + headerBytes > bytes.length) return null
  const end = start + headerBytes + bytes.readUInt32LE(start + lengthAt)
  if (end > bytes.length) return null
  return crc32(bytes.subarray(start + lengthAt, end)) === bytes.readUInt32LE(start + crcAt) ? end : null
}
