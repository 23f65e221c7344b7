import { createHmac } from 'node:crypto'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { hashToken, mintToken } from '../accounts/open-session.ts'

/** Time to sign in at the provider. */
export const attemptMinutes = 10
/** Expired rows that one sign-in removes. */
const mostTidied = 100

export type Purpose = 'sign-in' | 'link' | 'confirm'

export interface NewAttempt {
  account_id: string
  purpose: Purpose
  /** The open session that is to be connected or confirmed. */
  session_id: Buffer | null
  /** Path to open after the sign-in. */
  next: string
}

export interface Attempt extends NewAttempt, Checks {}

/** What the response of the provider must match. */
interface Checks {
  state: string
  nonce: string
  code_verifier: string
}

/** Checks of a new sign-in in the browser that has this secret. */
export const mintChecks = (secret: string): Checks => checksOf(secret, mintToken())

/** Stores a sign-in, which works once. Nothing stored is enough to complete it. */
export async function insertAttempt(
  sql: Sql | Tx,
  { state, secret }: { state: string; secret: string },
  attempt: NewAttempt,
): Promise<void> {
  const { account_id, purpose, session_id, next } = attempt
  await sql`
    delete from sign_in_attempts
    where state_hash in (
      select state_hash
      from sign_in_attempts
      where expires_at <= now()
      limit ${mostTidied}
      for update skip locked)`
  await sql`
    insert into sign_in_attempts (state_hash, browser_hash, account_id, purpose, session_id, next, expires_at)
    values (${hashToken(state)}, ${hashToken(secret)}, ${account_id}, ${purpose}, ${session_id}, ${next},
      now() + make_interval(mins => ${attemptMinutes}))`
}

/** Uses up a sign-in. null if it does not exist, has expired, was used, or began in another browser. */
export async function takeAttempt(sql: Sql, secret: string, state: string): Promise<Attempt | null> {
  const [row] = await sql<NewAttempt[]>`
    delete from sign_in_attempts
    where state_hash = ${hashToken(state)} and browser_hash = ${hashToken(secret)} and expires_at > now()
    returning account_id, purpose, session_id, next`
  return row === undefined ? null : { ...row, ...checksOf(secret, state) }
}

const checksOf = (secret: string, state: string): Checks => {
  const derive = (name: string) => createHmac('sha256', secret).update(`waymark ${name} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), code_verifier: derive('code verifier') }
}
