import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { PlanName } from '#schemas/accounts.ts'
import { hasRows } from '../rows.ts'
import type { Session } from './caller.ts'

/** Lock for finding or creating the first account, so that there is only one. */
const firstAccountLock = 7_201_302

/** The id of the first account, created on the first call. */
export async function ensureFirstAccount(sql: Sql, plan: PlanName): Promise<string> {
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${firstAccountLock})`
    const [first] = await tx<{ id: string }[]>`
      select id
      from accounts
      order by created_at, id
      limit 1`
    return first?.id ?? (await insertAccount(tx, 'My account', plan))
  })
}

/** The owner of the first account runs the installation, unless the session is limited to another account. */
export async function ownsInstallation(
  sql: Sql,
  { user, provider_account_id: limit }: Pick<Session, 'user' | 'provider_account_id'>,
): Promise<boolean> {
  const first = sql`select id from accounts order by created_at, id limit 1`
  const isWithin = sql`(${limit}::uuid is null or account_id = ${limit})`
  return await hasRows(
    sql,
    sql`memberships where user_id = ${user.id} and role = 'owner' and account_id = (${first}) and ${isWithin}`,
  )
}

/** What an account limits in number, or has one of, is changed under this lock. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx`select from accounts where id = ${accountId} for no key update`
}

export async function setAccountName(sql: Sql | Tx, accountId: string, name: string): Promise<void> {
  await sql`
    update accounts
    set name = ${name}
    where id = ${accountId}`
}

export async function insertAccount(sql: Sql | Tx, name: string, plan: PlanName): Promise<string> {
  const id = uuidv7()
  await sql`
    insert into accounts (id, name, plan)
    values (${id}, ${name}, ${plan})`
  return id
}
