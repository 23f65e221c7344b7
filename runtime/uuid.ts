import { randomFillSync } from 'node:crypto'

const bytes = Buffer.alloc(16)

/** A UUID of version 7: the time in its first 48 bits, so that rows made together lie together in an index. */
export function uuidv7(now = Date.now()): string {
  randomFillSync(bytes, 6)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
