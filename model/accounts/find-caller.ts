import { z } from 'zod'
import type { Sql } from '#runtime/postgres.ts'
import { permission, role } from '#schemas/accounts.ts'
import { accountColumns, accountRow } from './account-row.ts'

const callerRow = z.object({
  key_id: z.uuid(),
  key_name: z.string(),
  permissions: z.array(permission),
  expires_at: z.date().nullable(),
  allowed_ips: z.array(z.string()).nullable(),
  domain_ids: z.array(z.guid()).nullable(),
  created_by: z.uuid().nullable(),
  role: role.nullable(),
  ...accountRow,
})

/**
 * The caller behind a key, read on every request, so that every process refuses a revoked key immediately. The same round
 * trip records the use of the key, at most once a minute.
 */
export async function findCaller(sql: Sql, secretHash: Buffer): Promise<z.infer<typeof callerRow> | null> {
  const [row] = await sql`
    with caller as (
      select
        api_keys.id as key_id,
        api_keys.name as key_name,
        api_keys.permissions,
        api_keys.expires_at,
        api_keys.allowed_ips,
        api_keys.domain_ids,
        api_keys.created_by,
        coalesce(memberships.role, api_keys.kept_role) as role,
        ${accountColumns(sql)}
      from api_keys
      join accounts on accounts.id = api_keys.account_id
      left join memberships
        on memberships.account_id = api_keys.account_id and memberships.user_id = api_keys.created_by
      where api_keys.secret_hash = ${secretHash}
        and api_keys.revoked_at is null
        and (api_keys.expires_at is null or api_keys.expires_at > now())
    ), used as (
      update api_keys
      set last_used_at = now()
      from caller
      where api_keys.id = caller.key_id
        and (api_keys.last_used_at is null or api_keys.last_used_at < now() - interval '1 minute')
    )
    select * from caller`
  return row === undefined ? null : callerRow.parse(row)
}
