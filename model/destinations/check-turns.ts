import type { Part, Tx } from '#runtime/postgres.ts'
import { noId } from '#schemas/clicks.ts'
import { idsOf } from '../rows.ts'

/** Time that a worker has for a check. If the worker is killed, the check is due again after it. */
const leaseMinutes = 5
/** Accounts that a turn looks at, with a short read of an index for each. */
const mostAccounts = 1_000

/** Before all accounts. */
export const firstAccount = noId

/**
 * Takes checks that are due, the same number from each of the next accounts after `after`, so that one with many links keeps
 * no others waiting. If these have fewer, the checks that have been due the longest are added. `last` is the account after
 * which the next turn begins.
 */
export async function takeInTurns(
  tx: Tx,
  limit: number,
  after: string,
  most = mostAccounts,
): Promise<{ ids: string[]; last: string }> {
  const { accounts, last } = await findAccounts(tx, { limit, after, most })
  const ids = accounts.length === 0 ? [] : await take(tx, ofAccounts(tx, accounts, limit))
  const more = ids.length === limit ? [] : await take(tx, ofAll(tx, limit - ids.length))
  return { ids: [...ids, ...more], last }
}

/**
 * Walks from account to account, because most of them may have no due check, and one may have a million. The first check of an
 * account in the index is the one that is due first.
 */
async function findAccounts(
  tx: Tx,
  { limit, after, most }: { limit: number; after: string; most: number },
): Promise<{ accounts: string[]; last: string }> {
  const rows = await tx<{ account_id: string; place: number; is_due: boolean }[]>`
    with recursive walked (account_id, next_at, place) as (
      (
        select account_id, next_at, 1
        from destination_checks
        where account_id > ${after} and (select min(next_at) from destination_checks) <= now()
        order by account_id, next_at
        limit 1
      )
      union all
      select next.account_id, next.next_at, place + 1
      from walked
      cross join lateral (
        select account_id, next_at
        from destination_checks
        where account_id > walked.account_id
        order by account_id, next_at
        limit 1) as next
      where place < ${most}
    )
    select account_id, place, next_at <= now() as is_due
    from walked
    where next_at <= now() or place = ${most}
    limit ${limit}`
  const final = rows.at(-1)
  const isBeforeEnd = rows.length === limit || final?.place === most
  return {
    accounts: rows.filter(({ is_due }) => is_due).map(({ account_id }) => account_id),
    last: isBeforeEnd && final !== undefined ? final.account_id : firstAccount,
  }
}

/** Compared as pairs, so that no other index can be chosen: statistics from before a change of many checks would mislead. */
const ofAccounts = (tx: Tx, accounts: readonly string[], limit: number): Part => tx`
  select due.link_id
  from unnest(${[...accounts]}::uuid[]) as turn (account_id)
  cross join lateral (
    select link_id
    from destination_checks
    where (account_id, next_at) > (turn.account_id, '-infinity') and (account_id, next_at) <= (turn.account_id, now())
    order by account_id, next_at
    limit ${Math.ceil(limit / accounts.length)}
    for update skip locked) as due
  limit ${limit}`

const ofAll = (tx: Tx, limit: number): Part => tx`
  select link_id
  from destination_checks
  where next_at <= now()
  order by next_at
  limit ${limit}
  for update skip locked`

const take = (tx: Tx, due: Part): Promise<string[]> =>
  idsOf(tx`
    with due as materialized (${due})
    update destination_checks
    set next_at = now() + make_interval(mins => ${leaseMinutes})
    from due
    where destination_checks.link_id = due.link_id
    returning destination_checks.link_id as id`)
