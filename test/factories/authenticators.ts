import { codeOf, stepAt } from '#core/sign-in/totp.ts'
import { startAuthenticator } from '#model/accounts/authenticators.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { TestStores } from '../stack/stores.ts'

const secret = Buffer.from('12345678901234567890')

/** Gives a user an authenticator app that has shown no code yet. Returns the code that it shows now. */
export async function createAuthenticator({ sql, config }: TestStores, userId: string): Promise<string> {
  const keys = new SecretKeys(config)
  await sql`delete from authenticators where user_id = ${userId}`
  await sql.begin((tx) => startAuthenticator(tx, { keys, userId, secret }))
  await sql`update authenticators set confirmed_at = now() where user_id = ${userId}`
  return codeOf(secret, stepAt(Date.now()))
}
