import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 30
const checksumLength = 6
/** Length of the prefix that is stored in plain text, so that users can recognize a key. */
const prefixLength = 'wm_'.length + 6
const shape = new RegExp(`^wm_[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/** wm_ + 30 random base62 digits (178 bits) + the CRC32 of those in 6 base62 digits. */
export function mintKey(): string {
  const secret = base62(secretLength)
  return `wm_${secret}${checksum(secret)}`
}

/** Random digits, all equally likely. Each has 5.95 bits. */
export const base62 = (length: number): string =>
  Array.from({ length }, () => digits[randomInt(digits.length)]).join('')

/** Detects typos and invented keys without asking the database. */
export function looksMinted(key: string): boolean {
  if (!shape.test(key)) return false
  const body = key.slice('wm_'.length)
  return checksum(body.slice(0, secretLength)) === body.slice(secretLength)
}

/** The stored hash of a key. A key has too much entropy to be guessed, so a fast hash is enough. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

export const keyPrefix = (key: string): string => key.slice(0, prefixLength)

function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let place = 0; place < checksumLength; place += 1) {
    text = `${digits[rest % digits.length]}${text}`
    rest = Math.floor(rest / digits.length)
  }
  return text
}
