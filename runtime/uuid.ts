import { randomFillSync } from 'node:crypto'

const bytes = Buffer.alloc(16)
const randomBytesOfId = 10
/** Random bytes of the next ids. Filling them for each takes most of its time. */
const pool = Buffer.alloc(randomBytesOfId * 256)
let used = pool.length
let lastMs = 0
/** Counter within a millisecond. It starts at a random value below 2,048, so that at least 2,048 ids are in order. */
let counter = 0

/**
 * A version 7 UUID. It starts with a 48-bit time, so that rows created together are close in an index, and a 12-bit counter, so
 * that those of one process are in the order in which they were created, unless its clock goes back.
 */
export function uuidv7(now = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  pool.copy(bytes, 16 - randomBytesOfId, used, used + randomBytesOfId)
  used += randomBytesOfId
  counter = now === lastMs ? (counter + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff
  lastMs = now
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** True for UUIDs of all versions. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
