import { ApiError } from '#core/api-error.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { mostKeys } from '#schemas/account-limits.ts'
import type { ApiKeyRow, CreateKeyBody } from '#schemas/keys.ts'
import type { Permission } from '#schemas/permissions.ts'
import { countRows, hasRows, idsOf, type Page, theRow } from '../rows.ts'
import { lockAccount } from './accounts.ts'
import { hashKey, keyPrefix, mintKey } from './key-format.ts'

/** The ids of its domains include that of the base domain instead of its name. */
interface NewKey extends Omit<CreateKeyBody, 'permissions'> {
  account_id: string
  permissions: readonly Permission[]
  /** The key that creates it. */
  parent_key_id?: string | null
  /** The user who creates it, also through another key. */
  created_by?: string | null
}

const columns = (sql: Sql | Tx) => sql`
  id, name, prefix, permissions, expires_at, allowed_ips, domain_ids, parent_key_id, last_used_at, created_at,
  (
    select jsonb_build_object('id', users.id, 'email', users.email, 'is_member', exists (
      select from memberships where user_id = users.id and account_id = api_keys.account_id
    ))
    from users
    where users.id = api_keys.created_by
  ) as created_by`

/** Creates a key. Only its hash is stored, so the key itself is never shown again. */
export async function insertKey(sql: Sql | Tx, input: NewKey): Promise<ApiKeyRow & { key: string }> {
  const key = mintKey()
  const rows = await sql<ApiKeyRow[]>`
    insert into api_keys (id, account_id, name, prefix, secret_hash, permissions, expires_at, allowed_ips, domain_ids,
      parent_key_id, created_by, kept_role)
    values (${uuidv7()}, ${input.account_id}, ${input.name}, ${keyPrefix(key)}, ${hashKey(key)},
      ${[...input.permissions]}, ${input.expires_at ?? null}, ${input.allowed_ips ?? null},
      ${input.domain_ids ?? null}::uuid[], ${input.parent_key_id ?? null}, ${input.created_by ?? null},
      (select kept_role from api_keys where id = ${input.parent_key_id ?? null}))
    returning ${columns(sql)}`
  return { ...theRow(rows, 'the new key was not returned'), key }
}

/** Throws CONFLICT if the account has too many keys. The lock makes concurrent requests count one after the other. */
export async function refuseTooManyKeys(tx: Tx, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  if ((await countRows(tx, tx`api_keys where account_id = ${accountId} and revoked_at is null`)) < mostKeys) return
  const message = `An account can have at most ${mostKeys} API keys. Revoke one first.`
  throw new ApiError('CONFLICT', message, { limit: mostKeys })
}

interface Listed {
  account_id: string
  /** The id of a key, to list it and its descendants only; null: all keys. */
  below: string | null
}

/** The ids of a key and its descendants. */
const familyOf = (sql: Sql | Tx, id: string) => sql`
  (with recursive family as (
    select id from api_keys where id = ${id}
    union
    select api_keys.id from api_keys join family on api_keys.parent_key_id = family.id
  ) select id from family)`

const listedKeys = (sql: Sql, { account_id, below }: Listed) => sql`
  account_id = ${account_id} and revoked_at is null
  ${below === null ? sql`` : sql`and id in ${familyOf(sql, below)}`}`

/** The account's keys that are not revoked, newest first. */
export async function selectKeys(sql: Sql, listed: Listed, { limit, offset }: Page): Promise<ApiKeyRow[]> {
  return await sql<ApiKeyRow[]>`
    select ${columns(sql)}
    from api_keys
    where ${listedKeys(sql, listed)}
    order by created_at desc, id desc
    limit ${limit}
    offset ${offset}`
}

export const countKeys = (sql: Sql, listed: Listed): Promise<number> =>
  countRows(sql, sql`api_keys where ${listedKeys(sql, listed)}`)

/** Whether the other key descends from this one, or is the same. */
export const isDescendant = (sql: Sql, ancestorId: string, id: string): Promise<boolean> =>
  hasRows(sql, sql`api_keys where id = ${id} and id in ${familyOf(sql, ancestorId)}`)

/** Revokes a key with all of its descendants. Returns their number, which is 0 if the account has no such key. */
export async function revokeFamily(sql: Sql, accountId: string, id: string): Promise<number> {
  return await sql.begin(async (tx) => {
    await lockAccount(tx, accountId)
    if (!(await hasRows(tx, tx`api_keys where id = ${id} and account_id = ${accountId} and revoked_at is null`)))
      return 0
    const { count } = await tx`
      update api_keys
      set revoked_at = now()
      where id in ${familyOf(tx, id)} and account_id = ${accountId} and revoked_at is null`
    return count
  })
}

/** These domains, as far as they belong to the account. */
export async function selectDomainIds(sql: Sql, accountId: string, ids: readonly string[]): Promise<string[]> {
  return await idsOf(sql`
    select id
    from domains
    where account_id = ${accountId} and id = any(${[...ids]}::uuid[])`)
}
