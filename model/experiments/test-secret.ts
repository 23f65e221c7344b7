import type { SecretKeys } from '#runtime/secret-keys.ts'

/** Hexadecimal digits of a secret that an earlier version stored in plain text. */
const plainLength = 32

/** The secret of a running test in hexadecimal, from the stored bytes in hexadecimal. */
export function openTestSecret(keys: Pick<SecretKeys, 'open'>, stored: string): string {
  return stored.length === plainLength ? stored : keys.open('test secret', Buffer.from(stored, 'hex').toString())
}
