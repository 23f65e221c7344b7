import { z } from 'zod'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { role } from '#schemas/accounts.ts'
import type { SessionRow } from '#schemas/sessions.ts'
import { hasRows } from '../rows.ts'
import { accountColumns, accountRow } from './account-row.ts'
import { userActor } from './actor.ts'
import { recordChange } from './audit-log.ts'
import { mayOpen } from './may-open.ts'
import { endSessions } from './session-locks.ts'

/** A session ends after this long without use ... */
const idleDays = 30
/** ... and at this age in any case. */
export const longestDays = 90
/** A session of single sign-on ends earlier, so access ends soon after the provider removes the user. */
const providerHours = 24
/** Sensitive requests need the password again this long after it was last entered. */
const confirmedMinutes = 10
/** Sessions per user; another one ends the oldest. */
export const mostSessions = 50
/** Ended sessions of any user that one sign-in removes. */
const mostTidied = 1_000

/** A user who entered the right password, or used a passkey. */
export interface KnownUser {
  id: string
  email: string
  password_hash: string
  /** For the audit log. Default: the password. */
  signed_in_with?: string
}

const sessionOwner = z.object({
  user_id: z.uuid(),
  email: z.string(),
  time_zone: z.string().nullable(),
  is_confirmed: z.boolean(),
  provider_account_id: z.uuid().nullable(),
  role,
  ...accountRow,
})

/** The user of a session, read on every request. The same round trip records the use, at most once a minute. */
export async function findSession(sql: Sql | Tx, id: Buffer): Promise<z.infer<typeof sessionOwner> | null> {
  const [row] = await sql`
    with session as (
      select
        users.id as user_id,
        users.email,
        users.time_zone,
        sessions.confirmed_at > now() - make_interval(mins => ${confirmedMinutes}) as is_confirmed,
        sessions.provider_account_id,
        memberships.role,
        ${accountColumns(sql)}
      from sessions
      join users on users.id = sessions.user_id
      join memberships on memberships.user_id = sessions.user_id and memberships.account_id = sessions.account_id
      join accounts on accounts.id = sessions.account_id
      where sessions.id = ${id} and sessions.expires_at > now() and ${mayOpen(sql, sql`sessions.provider_account_id`)}
    ), seen as (
      update sessions
      set last_seen_at = now(),
          expires_at = least(now() + make_interval(days => ${idleDays}), created_at + ${longest(sql)})
      from session
      where sessions.id = ${id} and sessions.last_seen_at < now() - interval '1 minute'
    )
    select * from session`
  return row === undefined ? null : sessionOwner.parse(row)
}

const longest = (sql: Sql | Tx) => sql`
  case when sessions.provider_account_id is null then make_interval(days => ${longestDays}) else make_interval(hours => ${providerHours}) end`

interface NewSession {
  id: Buffer
  device: string
  /** IP address of a client that signs in; undefined if the user was signed in already. */
  address: string | undefined
}

/**
 * Opens the account that the user opened last. False if the user is in no account, or the password changed. The lock makes a password change wait and then end this session too.
 */
export async function insertSession(sql: Sql, user: KnownUser, { id, device, address }: NewSession): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const [opened] = await tx<{ account_id: string }[]>`
      insert into sessions (id, user_id, account_id, device, expires_at)
      select ${id}, users.id, memberships.account_id, ${device}, now() + make_interval(days => ${idleDays})
      from users
      join memberships on memberships.user_id = users.id
      where users.id = ${user.id} and users.password_hash = ${user.password_hash} and ${mayOpen(tx, tx`null::uuid`)}
      order by memberships.opened_at desc, memberships.account_id
      limit 1
      for share of users
      returning account_id`
    if (opened === undefined) return false
    if (address !== undefined) {
      const origin = { account_id: opened.account_id, actor: userActor(user), address }
      await recordChange(tx, origin, { action: 'sign_in', summary: withFactor(user) })
    }
    await tidySessions(tx, user.id)
    return true
  })
}

const withFactor = ({ signed_in_with: factor }: KnownUser) =>
  factor === undefined ? 'Sign in' : `Sign in with ${factor}`

interface ProviderSession {
  id: Buffer
  user_id: string
  account_id: string
  device: string
  /** When the user signed in at the provider, in seconds; null: now. */
  signed_in_at: number | null
}

/** A session that the provider of the account opened. It reaches no other account. */
export async function insertProviderSession(tx: Tx, session: ProviderSession): Promise<void> {
  const { id, user_id, account_id, device, signed_in_at } = session
  await tx`
    insert into sessions (id, user_id, account_id, provider_account_id, device, confirmed_at, expires_at)
    values (${id}, ${user_id}, ${account_id}, ${account_id}, ${device},
      least(now(), coalesce(to_timestamp(${signed_in_at}::float8), now())),
      now() + make_interval(hours => ${providerHours}))`
  await tx`
    update memberships
    set opened_at = now()
    where user_id = ${user_id} and account_id = ${account_id}`
  await tidySessions(tx, user_id)
}

/** Skips rows that another sign-in is removing, because waiting for each other's rows could deadlock. */
async function tidySessions(tx: Tx, userId: string): Promise<void> {
  await tx`
    delete from sessions
    where id in (
      select id
      from sessions
      where expires_at <= now()
      limit ${mostTidied}
      for update skip locked
    )`
  await tx`
    delete from sessions
    where id in (
      select id
      from sessions
      where user_id = ${userId}
      order by created_at desc, id
      offset ${mostSessions}
      for update skip locked
    )`
}

type StoredSession = Omit<SessionRow, 'id'> & { id: Buffer }

/** Active sessions of a user, most recently used first. */
export async function selectSessions(sql: Sql, userId: string, currentId: Buffer): Promise<StoredSession[]> {
  return await sql<StoredSession[]>`
    select id, device, created_at, last_seen_at, id = ${currentId} as is_current
    from sessions
    where user_id = ${userId} and expires_at > now() and ${visibleFrom(sql, currentId)}
    order by is_current desc, last_seen_at desc
    limit ${mostSessions}`
}

/**
 * The sessions that a session may see and end: all sessions of its user. A session of single sign-on sees and ends only those
 * that the same account's provider opened.
 */
const visibleFrom = (sql: Sql | Tx, currentId: Buffer) => sql`
  exists (
    select from sessions as own
    where own.id = ${currentId}
      and (own.provider_account_id is null or own.provider_account_id = sessions.provider_account_id))`

/** Call after the user of the session has entered the password. */
export async function confirmSession(sql: Sql | Tx, id: Buffer): Promise<void> {
  await sql`
    update sessions
    set confirmed_at = now()
    where id = ${id}`
}

/** Whether its user is signed in, and a member of the account. */
export const isOpen = (sql: Sql, id: Buffer, accountId: string): Promise<boolean> =>
  hasRows(
    sql,
    sql`sessions
      join memberships on memberships.user_id = sessions.user_id and memberships.account_id = sessions.account_id
      where sessions.id = ${id} and sessions.account_id = ${accountId} and sessions.expires_at > now()
        and ${mayOpen(sql, sql`sessions.provider_account_id`)}`,
  )

export async function deleteSession(sql: Sql | Tx, id: Buffer): Promise<void> {
  await sql`
    delete from sessions
    where id = ${id}`
}

interface SigningOut {
  account: { id: string }
  session: { id: Buffer; user: { id: string; email: string } }
}

export async function signOut(sql: Sql, { account, session }: SigningOut, address: string): Promise<void> {
  await sql.begin(async (tx) => {
    await deleteSession(tx, session.id)
    const origin = { account_id: account.id, actor: userActor(session.user), address }
    await recordChange(tx, origin, { action: 'sign_out', summary: 'Sign out' })
  })
}

/** False if the user has no such session. */
export async function deleteOwnSession(sql: Tx, userId: string, currentId: Buffer, id: Buffer): Promise<boolean> {
  const { count } = await sql`
    delete from sessions
    where id = ${id} and user_id = ${userId} and ${visibleFrom(sql, currentId)}`
  return count > 0
}

/** Returns their number. */
export const deleteOtherSessions = (tx: Tx, userId: string, keptId: Buffer): Promise<number> =>
  endSessions(tx, tx`user_id = ${userId} and id <> ${keptId} and ${visibleFrom(tx, keptId)}`)

/** Also ends sign-ins that wait for a code. */
export async function deleteSessions(tx: Tx, userId: string): Promise<void> {
  await tx`delete from sign_in_tickets where user_id = ${userId}`
  await endSessions(tx, tx`user_id = ${userId}`)
}
