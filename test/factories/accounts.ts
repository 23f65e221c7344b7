import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type Permission, type PlanName, permissions } from '#schemas/accounts.ts'
import { hashKey, keyPrefix, mintKey } from '../../api/keys/key-format.ts'

export async function createAccount(
  sql: Sql,
  { plan = 'business' }: { plan?: PlanName } = {},
): Promise<{ id: string }> {
  const id = uuidv7()
  await sql`insert into accounts (id, name, plan) values (${id}, ${`account ${id}`}, ${plan})`
  return { id }
}

export async function createKey(
  sql: Sql,
  account: { id: string },
  granted: readonly Permission[] = permissions,
): Promise<{ id: string; key: string }> {
  const id = uuidv7()
  const key = mintKey()
  await sql`
    insert into api_keys (id, account_id, name, prefix, secret_hash, permissions)
    values (${id}, ${account.id}, 'test', ${keyPrefix(key)}, ${hashKey(key)}, ${[...granted]})`
  return { id, key }
}
