import type { Sql, Tx } from '#runtime/postgres.ts'
import { lockAccount } from '../accounts/accounts.ts'
import type { Site } from '../links/describe-link.ts'
import { holdsFallback, releaseAll } from './release-link.ts'

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
  if (!isOn) await dropChecks(tx, accountId)
  return wasOn
}

/** Checks of links that use their fallback URL are due at once, and the worker that takes them releases the links. */
async function dropChecks(tx: Tx, accountId: string): Promise<void> {
  // In the order in which new ones are added.
  await tx`select from destination_checks where account_id = ${accountId} order by link_id for update`
  await tx`
    update destination_checks
    set next_at = now()
    where account_id = ${accountId} and ${holdsFallback(tx)}`
  await tx`delete from destination_checks where account_id = ${accountId} and not (${holdsFallback(tx)})`
}

/** Deletes the results of all accounts. */
export async function forgetChecks(sql: Sql, site: Site): Promise<void> {
  await releaseAll(sql, site)
  await sql`delete from destination_checks`
}
