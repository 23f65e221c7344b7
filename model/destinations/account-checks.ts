import type { Sql, Tx } from '#runtime/postgres.ts'
import { lockAccount } from '../accounts/accounts.ts'

export async function readsDestinations(sql: Sql | Tx, accountId: string): Promise<boolean> {
  const [account] = await sql<{ checks_destinations: boolean }[]>`
    select checks_destinations
    from accounts
    where id = ${accountId}`
  return account?.checks_destinations === true
}

/** Returns whether checks were on. Turning them off deletes the results, because they would become outdated. */
export async function setDestinationChecks(tx: Tx, accountId: string, isOn: boolean): Promise<boolean> {
  await lockAccount(tx, accountId)
  const wasOn = await readsDestinations(tx, accountId)
  await tx`
    update accounts
    set checks_destinations = ${isOn}
    where id = ${accountId}`
  if (!isOn) await tx`delete from destination_checks where account_id = ${accountId}`
  return wasOn
}

/** Deletes the results of all accounts. */
export async function forgetChecks(sql: Sql): Promise<void> {
  await sql`delete from destination_checks`
}
