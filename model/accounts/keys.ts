import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ApiKeyRow, CreateKeyBody } from '#schemas/keys.ts'
import type { Permission } from '#schemas/permissions.ts'
import { countRows, idsOf, type Page, theRow } from '../rows.ts'
import { hashKey, keyPrefix, mintKey } from './key-format.ts'

/** The ids of its domains include that of the base domain instead of its name. */
interface NewKey extends Omit<CreateKeyBody, 'permissions'> {
  account_id: string
  permissions: readonly Permission[]
}

/** Creates a key. Only its hash is stored, so the key itself is never shown again. */
export async function insertKey(sql: Sql | Tx, input: NewKey): Promise<ApiKeyRow & { key: string }> {
  const key = mintKey()
  const rows = await sql<ApiKeyRow[]>`
    insert into api_keys (id, account_id, name, prefix, secret_hash, permissions, expires_at, allowed_ips, domain_ids)
    values (${uuidv7()}, ${input.account_id}, ${input.name}, ${keyPrefix(key)}, ${hashKey(key)},
      ${[...input.permissions]}, ${input.expires_at ?? null}, ${input.allowed_ips ?? null},
      ${input.domain_ids ?? null}::uuid[])
    returning id, name, prefix, permissions, expires_at, allowed_ips, domain_ids, last_used_at, created_at`
  return { ...theRow(rows, 'the new key was not returned'), key }
}

interface Listed {
  account_id: string
  /** The id of the only key to list; null: all keys. */
  only: string | null
}

const listedKeys = (sql: Sql, { account_id, only }: Listed) => sql`
  account_id = ${account_id} and revoked_at is null
  ${only === null ? sql`` : sql`and id = ${only}`}`

/** The account's keys that are not revoked, newest first. */
export async function selectKeys(sql: Sql, listed: Listed, { limit, offset }: Page): Promise<ApiKeyRow[]> {
  return await sql<ApiKeyRow[]>`
    select id, name, prefix, permissions, expires_at, allowed_ips, domain_ids, last_used_at, created_at
    from api_keys
    where ${listedKeys(sql, listed)}
    order by created_at desc, id desc
    limit ${limit}
    offset ${offset}`
}

export const countKeys = (sql: Sql, listed: Listed): Promise<number> =>
  countRows(sql, sql`api_keys where ${listedKeys(sql, listed)}`)

/** False if the account has no such key. */
export async function markRevoked(sql: Sql, accountId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    update api_keys
    set revoked_at = now()
    where id = ${id} and account_id = ${accountId} and revoked_at is null`
  return count === 1
}

/** These domains, as far as they belong to the account. */
export async function selectDomainIds(sql: Sql, accountId: string, ids: readonly string[]): Promise<string[]> {
  return await idsOf(sql`
    select id
    from domains
    where account_id = ${accountId} and id = any(${[...ids]}::uuid[])`)
}
