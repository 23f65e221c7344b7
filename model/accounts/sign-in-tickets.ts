import type { Sql, Tx } from '#runtime/postgres.ts'
import { hasRows } from '../rows.ts'
import { hashToken, mintToken } from './open-session.ts'
import type { KnownUser } from './sessions.ts'

const validMinutes = 10
/** Codes that can be tried before the password is needed again. */
const mostAttempts = 5
/** Tickets of a user at the same time; another one ends the oldest. */
const mostTickets = 5
/** Expired tickets of any user that one sign-in removes. */
const mostTidied = 1_000

/** Seconds for which the browser keeps the ticket. */
export const ticketSeconds = validMinutes * 60

/**
 * Lets a user who has entered the right password enter a code. It gives no other access. Null if the password has been changed
 * since the given row was read: the lock makes a password change wait, and then end this ticket too.
 */
export async function openTicket(sql: Sql, user: KnownUser): Promise<string | null> {
  const token = mintToken()
  return await sql.begin(async (tx) => {
    const { count } = await tx`
      insert into sign_in_tickets (token_hash, user_id, expires_at)
      select ${hashToken(token)}, id, now() + make_interval(mins => ${validMinutes})
      from users
      where id = ${user.id} and password_hash = ${user.password_hash}
      for share`
    if (count === 0) return null
    await tidyTickets(tx, user.id)
    return token
  })
}

/** Skips rows that another sign-in is removing, because waiting for each other's rows could deadlock. */
async function tidyTickets(tx: Tx, userId: string): Promise<void> {
  const ofUser = tx`
    select token_hash
    from sign_in_tickets
    where user_id = ${userId}
    order by created_at desc, token_hash
    offset ${mostTickets}
    for update skip locked`
  const expired = tx`
    select token_hash
    from sign_in_tickets
    where expires_at <= now()
    limit ${mostTidied}
    for update skip locked`
  await tx`delete from sign_in_tickets where token_hash in (${ofUser})`
  await tx`delete from sign_in_tickets where token_hash in (${expired})`
}

/** Whether the ticket can still be used. */
export async function holdsTicket(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql`
    select from sign_in_tickets
    where token_hash = ${hashToken(token)} and expires_at > now() and attempts < ${mostAttempts}`
  return rows.length > 0
}

/** Whether the user of the ticket could sign in with a passkey instead. */
export const ticketHasPasskey = (sql: Sql, token: string): Promise<boolean> =>
  hasRows(sql, sql`sign_in_tickets join passkeys using (user_id) where token_hash = ${hashToken(token)}`)

/** Counts an attempt before it is made, so that concurrent ones cannot exceed the limit. Null if the ticket has ended. */
export async function takeAttempt(sql: Sql, token: string): Promise<KnownUser | null> {
  const [user] = await sql<KnownUser[]>`
    update sign_in_tickets
    set attempts = attempts + 1
    from users
    where token_hash = ${hashToken(token)} and expires_at > now() and attempts < ${mostAttempts}
      and users.id = sign_in_tickets.user_id
    returning users.id, users.email, users.password_hash`
  return user ?? null
}

/** Ends the ticket after the right code. False for the second of two requests. */
export async function closeTicket(sql: Sql, token: string): Promise<boolean> {
  const { count } = await sql`delete from sign_in_tickets where token_hash = ${hashToken(token)}`
  return count > 0
}
