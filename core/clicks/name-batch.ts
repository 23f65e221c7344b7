import { createHash } from 'node:crypto'

/**
 * A reproducible UUID, so that the ledger recognizes a batch of an earlier run and nothing is stored twice. It contains
 * a time like a version 7 UUID, but version 8 shows that it is not from a redirector. The last 16 bits are left for the
 * click number.
 */
export function nameBatch(name: string, now: number): string {
  const digest = createHash('sha256').update(name).digest('hex')
  const time = Math.floor(now).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-8${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 14)}0000`
}
