import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { noId } from '#schemas/clicks.ts'
import { type FactRow, insertFacts } from './insert-facts.ts'
import { nextRev } from './take-rev.ts'

/** Links in one insert. */
const mostDebts = 20_000
const insertLimitMs = 10_000

/**
 * Writes the current state of links to the click store, for every change that is not there yet. A code without a link needs
 * nothing: the facts of a deleted link are deleted with its clicks, and a rename also queues the new code.
 */
export async function relayFacts(tx: Tx, clickhouse: ClickHouse): Promise<void> {
  const debts = await takeDebts(tx)
  if (debts.length === 0) return
  const facts = await readFacts(tx, debts)
  await insertFacts(clickhouse, facts, { token: uuidv7(), signal: AbortSignal.timeout(insertLimitMs) })
  await tx`delete from outbox where id = any(${debts}::bigint[])`
}

export const factsAreDue = (sql: Sql) => sql`exists (select from outbox where target = 'facts')`

async function takeDebts(tx: Tx): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id
    from outbox
    where target = 'facts'
    order by id
    limit ${mostDebts}
    for update skip locked`
  return rows.map(({ id }) => id)
}

/**
 * The rev is taken after the queue and before the links are read, so that any read with a higher rev includes these changes.
 * The rev of the link itself is not enough, because it does not change with the campaign.
 */
async function readFacts(tx: Tx, debts: readonly number[]): Promise<FactRow[]> {
  const rev = await nextRev(tx)
  return await tx<FactRow[]>`
    select links.account_id, links.id as link_id, coalesce(links.campaign_id, ${noId}) as campaign_id, links.tags,
      domains.type as url_type, links.domain_id, ${rev}::bigint as rev
    from links
    join domains on domains.id = links.domain_id
    where (links.domain_id, links.code) in (select domain_id, code from outbox where id = any(${debts}::bigint[]))`
}
