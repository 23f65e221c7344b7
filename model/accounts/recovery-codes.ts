import { createHash, randomBytes } from 'node:crypto'
import { toBase32 } from '#core/sign-in/totp.ts'
import type { Tx } from '#runtime/postgres.ts'

const mostCodes = 10
/** 80 bits cannot be guessed, so a fast hash is enough. */
const codeBytes = 10

/**
 * Replaces the recovery codes of a user. Returns the new ones, of which only the hashes are stored; null without an
 * authenticator app.
 */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[] | null> {
  const apps = await tx`
    select from authenticators
    where user_id = ${userId} and confirmed_at is not null
    for update`
  if (apps.length === 0) return null
  const codes = Array.from({ length: mostCodes }, () => mintCode())
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) }))
  await tx`delete from recovery_codes where user_id = ${userId}`
  await tx`insert into recovery_codes ${tx(rows)}`
  return codes
}

/** Uses up a code. False if the user has no such code, or it was used. */
export async function takeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { count } = await tx`delete from recovery_codes where user_id = ${userId} and code_hash = ${hashCode(code)}`
  return count > 0
}

/** Four groups of four: abcd-efgh-ijkl-mnop. */
const mintCode = () => (toBase32(randomBytes(codeBytes)).toLowerCase().match(/.{4}/g) ?? []).join('-')

/** Users may type a code with spaces, in upper case, and with digits that look like letters. */
const hashCode = (code: string) =>
  createHash('sha256')
    .update(
      code
        .toLowerCase()
        .replaceAll('0', 'o')
        .replaceAll('1', 'l')
        .replace(/[^a-z2-7]/g, ''),
    )
    .digest()
