import { insertKey } from '#model/accounts/keys.ts'
import type { Sql } from '#runtime/postgres.ts'
import { permissions as allPermissions, type Permission } from '#schemas/permissions.ts'
import type { TestAccount } from './account.ts'

export async function createKey(
  sql: Sql,
  account: TestAccount,
  permissions: readonly Permission[] = allPermissions,
): Promise<{ id: string; key: string }> {
  return await insertKey(sql, { account_id: account.id, name: 'Test key', permissions })
}
