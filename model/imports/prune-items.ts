import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { importReportDays } from '#schemas/account-limits.ts'
import { endNight, isDueTonight } from '../installation/nightly-tasks.ts'

/** Limits of one turn, so that the transaction stays short. */
const limits = { imports: 1_000, positions: 100_000, ms: 10_000 }
/** After all positions. */
const pastEnd = 2 ** 31 - 1

const task = 'import items'

export const itemsAreDue = (sql: Sql): Part => isDueTonight(sql, task)

interface OldImport {
  id: string
  /** Items before this position are done. */
  start: number
}

/** Removes items of old imports that no later import needs: without them, the same import every night would fill the table. */
export async function pruneItems(tx: Tx, some: Partial<typeof limits> = {}): Promise<void> {
  const most = { ...limits, ...some }
  const end = performance.now() + most.ms
  const imports = await selectOld(tx, most.imports)
  for (const { id, start } of imports) {
    for (let next = start; next < pastEnd; ) {
      next = await prunePart(tx, { id, start: next }, most.positions)
      if (performance.now() >= end) return
    }
  }
  if (imports.length < most.imports) await endNight(tx, task)
}

/** Verifications go on from a position, and count what they compare. */
async function selectOld(tx: Tx, most: number): Promise<OldImport[]> {
  return await tx<OldImport[]>`
    select id, items_pruned_to as start
    from imports
    where finished_at < now() - make_interval(days => ${importReportDays}) and items_pruned_to < ${pastEnd}
    and not exists (select from import_verifications where import_id = imports.id and state = 'running')
    order by finished_at
    limit ${most}`
}

/**
 * Links that were not imported, and overwritten ones that a later import has overwritten too. For each link that a source has a
 * key for, its latest item and the one that created it stay, because later imports find the link by them. Returns the position of
 * the next part.
 */
async function prunePart(tx: Tx, { id, start }: OldImport, most: number): Promise<number> {
  if (!(await lockUnlessBusy(tx, id))) return pastEnd
  const stop = Math.min(start + most, pastEnd)
  await tx`
    delete from import_items as item
    where import_id = ${id} and position >= ${start} and position < ${stop}
    and (
      (link_id is null and outcome in ('skipped', 'failed', 'invalid'))
      or (
        outcome = 'overwritten' and (
          source_key is null
          or exists (
            select
            from import_items as later
            where later.account_id = item.account_id and later.source_key = item.source_key
            and later.link_id is not null and later.link_id = item.link_id and later.import_id > item.import_id
          )
        )
      )
    )`
  const rows = await tx<{ next: number }[]>`
    update imports
    set items_pruned_to = case
      when exists (select from import_items where import_id = ${id} and position >= ${stop}) then ${stop}::int
      else ${pastEnd}::int
    end
    where id = ${id}
    returning items_pruned_to as next`
  return rows[0]?.next ?? pastEnd
}

/** False if it is being deleted, with its items. Then it is left for another night. */
async function lockUnlessBusy(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`select from imports where id = ${id} for no key update skip locked`
  return count > 0
}
