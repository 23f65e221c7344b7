import { tryLater } from '#core/api-error.ts'
import { findStep, looksLikeAppCode } from '#core/sign-in/totp.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { sealSecret } from '../installation/stored-secrets.ts'
import { hasRows } from '../rows.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'

/**
 * Wrong codes of a user per day from all networks together. Only someone with the password or a session can guess; at this
 * limit, a year of guessing finds one of the three codes that are valid at a time with a probability of 2 %.
 */
const mostFailures = 20
const failureHours = 24

/** Whether sign-in asks the user for a code. */
export const hasAuthenticator = (sql: Sql | Tx, userId: string): Promise<boolean> =>
  hasRows(sql, sql`authenticators where user_id = ${userId} and confirmed_at is not null`)

interface AuthenticatorState {
  confirmed_at: Date | null
  recovery_codes_left: number
}

export async function findAuthenticator(sql: Sql, userId: string): Promise<AuthenticatorState> {
  const [row] = await sql<AuthenticatorState[]>`
    select
      confirmed_at,
      (select count(*)::int from recovery_codes where recovery_codes.user_id = authenticators.user_id) as recovery_codes_left
    from authenticators
    where user_id = ${userId} and confirmed_at is not null`
  return row ?? { confirmed_at: null, recovery_codes_left: 0 }
}

/** Stores the secret of an app that is being set up, instead of an earlier one. False if the user has an app. */
export async function startAuthenticator(
  tx: Tx,
  { keys, userId, secret }: { keys: SecretKeys; userId: string; secret: Buffer },
): Promise<boolean> {
  const sealed = await sealSecret(tx, keys, 'authenticator secret', secret.toString('base64url'))
  const { count } = await tx`
    insert into authenticators (user_id, secret)
    values (${userId}, ${sealed})
    on conflict (user_id) do update
    set secret = excluded.secret, created_at = now()
    where authenticators.confirmed_at is null`
  return count > 0
}

interface Entered {
  userId: string
  code: string
  now: number
}

/** Turns the app on with its first code. Returns the recovery codes, or why it was not turned on. */
export async function confirmAuthenticator(
  tx: Tx,
  keys: SecretKeys,
  { userId, code, now }: Entered,
): Promise<string[] | 'not-started' | 'wrong-code'> {
  const [row] = await tx<{ secret: string }[]>`
    select secret
    from authenticators
    where user_id = ${userId} and confirmed_at is null
    for update`
  if (row === undefined) return 'not-started'
  const step = findStep(openSecret(keys, row.secret), code, { now, last: 0 })
  if (step === null) return 'wrong-code'
  await tx`
    update authenticators
    set confirmed_at = now(), last_step = ${step}
    where user_id = ${userId}`
  const codes = await replaceRecoveryCodes(tx, userId)
  if (codes === null) throw new Error('the app was not turned on')
  return codes
}

/** Removes the app and the recovery codes. False if the user has none. */
export async function removeAuthenticator(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx`delete from authenticators where user_id = ${userId} and confirmed_at is not null`
  return count > 0
}

/**
 * Uses up a code of the app or, if it looks like one, a recovery code. The lock lets only one of two requests with the same
 * code succeed. Throws RATE_LIMIT_EXCEEDED after too many wrong codes; recovery codes still work then.
 */
export async function takeCode(sql: Sql, keys: SecretKeys, { userId, code, now }: Entered): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const [row] = await tx<{ secret: string; last_step: number; failures: number; is_recent: boolean }[]>`
      select secret, last_step, failures, failed_since > now() - make_interval(hours => ${failureHours}) as is_recent
      from authenticators
      where user_id = ${userId} and confirmed_at is not null
      for update`
    if (row === undefined) return false
    if (!looksLikeAppCode(code)) return await takeRecoveryCode(tx, userId, code)
    const failures = row.is_recent ? row.failures : 0
    if (failures >= mostFailures) throw tooMany()
    const step = findStep(openSecret(keys, row.secret), code, { now, last: row.last_step })
    await tx`
      update authenticators
      set ${step === null ? countFailure(tx, failures) : tx`last_step = ${step}, failures = 0`}
      where user_id = ${userId}`
    return step !== null
  })
}

const countFailure = (tx: Tx, failures: number) =>
  failures === 0 ? tx`failures = 1, failed_since = now()` : tx`failures = failures + 1`

const openSecret = (keys: SecretKeys, sealed: string) =>
  Buffer.from(keys.open('authenticator secret', sealed), 'base64url')

const tooMany = () =>
  tryLater(
    'RATE_LIMIT_EXCEEDED',
    'Too many wrong codes. Use a recovery code or a passkey, or try again tomorrow.',
    failureHours * 3_600,
  )
