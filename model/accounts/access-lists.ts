import type { Part, Sql } from '#runtime/postgres.ts'
import { disconnectApp } from '../oauth/consents.ts'
import { hasRows } from '../rows.ts'
import { revokeFamily } from './keys.ts'

/** Ways into accounts, for the command line: of one account, of one user, or all. */
export interface Selection {
  /** The id of an account, or the email of a user; null: all. */
  owner: string | null
  /** Only these; null: all. */
  ids: readonly string[] | null
}

interface Access {
  id: string
  account_id: string
}

export interface ListedKey extends Access {
  account: string
  name: string
  prefix: string
  parent_key_id: string | null
  created_at: Date
  last_used_at: Date | null
}

export interface ListedSession extends Access {
  email: string
  device: string
  created_at: Date
  last_seen_at: Date
}

export interface ListedApp extends Access {
  email: string
  client_name: string
  connected_at: Date
}

/** Whether it is the id of an account or the email of a user. */
export const isOwner = async (sql: Sql, owner: string): Promise<boolean> =>
  (await hasRows(sql, sql`accounts where id::text = lower(${owner})`)) ||
  (await hasRows(sql, sql`users where lower(email) = lower(${owner})`))

/** Keys belong to accounts, so those of a user are those of the user's accounts. */
export async function selectAllKeys(sql: Sql, selection: Selection): Promise<ListedKey[]> {
  const ofUser = (owner: string) => sql`
    api_keys.account_id in (
      select account_id
      from memberships
      join users on users.id = memberships.user_id
      where lower(users.email) = lower(${owner}))`
  return await sql<ListedKey[]>`
    select api_keys.id, account_id, accounts.name as account, api_keys.name, prefix, parent_key_id,
      api_keys.created_at, last_used_at
    from api_keys
    join accounts on accounts.id = api_keys.account_id
    where revoked_at is null and ${isSelected(sql, sql`api_keys.id::text`, selection, ofUser)}
    order by api_keys.created_at, api_keys.id`
}

/** Revokes also the descendants. Returns the number of all revoked keys. */
export async function revokeKeys(sql: Sql, keys: readonly Access[]): Promise<number> {
  let count = 0
  for (const { account_id, id } of keys) count += await revokeFamily(sql, account_id, id)
  return count
}

export async function selectAllSessions(sql: Sql, selection: Selection): Promise<ListedSession[]> {
  return await sql<ListedSession[]>`
    select encode(sessions.id, 'hex') as id, account_id, email, device, sessions.created_at, last_seen_at
    from sessions
    join users on users.id = sessions.user_id
    where expires_at > now() and ${isSelected(sql, sql`encode(sessions.id, 'hex')`, selection, ofEmail(sql))}
    order by sessions.created_at, sessions.id`
}

export async function endSessions(sql: Sql, sessions: readonly Access[]): Promise<number> {
  const { count } = await sql`
    delete from sessions
    where encode(id, 'hex') = any(${sessions.map(({ id }) => id)})`
  return count
}

export async function selectAllApps(sql: Sql, selection: Selection): Promise<ListedApp[]> {
  return await sql<ListedApp[]>`
    select oauth_consents.id, account_id, email, client_name, oauth_consents.created_at as connected_at
    from oauth_consents
    join users on users.id = oauth_consents.user_id
    join oauth_clients on oauth_clients.id = oauth_consents.client_id
    where ${isSelected(sql, sql`oauth_consents.id::text`, selection, ofEmail(sql))}
    order by oauth_consents.created_at, oauth_consents.id`
}

export async function disconnectApps(sql: Sql, apps: readonly Access[]): Promise<number> {
  let count = 0
  for (const { account_id, id } of apps) if (await disconnectApp(sql, { account_id }, id)) count += 1
  return count
}

const ofEmail = (sql: Sql) => (owner: string) => sql`lower(users.email) = lower(${owner})`

const isSelected = (sql: Sql, id: Part, { owner, ids }: Selection, ofUser: (owner: string) => Part) => sql`
  ${ids === null ? sql`true` : sql`${id} = any(${ids.map((one) => one.toLowerCase())})`}
  and ${owner === null ? sql`true` : sql`(account_id::text = lower(${owner}) or ${ofUser(owner)})`}`
