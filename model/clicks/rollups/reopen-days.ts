import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { ClickRow } from '#schemas/clicks.ts'

const dayMs = 86_400_000

/**
 * Takes finished days out of the reports' rollups before late clicks are inserted into them. To be called by each attempt
 * after its start. Almost no batch has such clicks, and then nothing is asked.
 */
export async function reopenDays(
  sql: Sql,
  rows: readonly Pick<ClickRow, 'account_id' | 'clicked_at'>[],
): Promise<void> {
  const today = Date.now() - (Date.now() % dayMs)
  const late = new Set<string>()
  for (const { account_id, clicked_at } of rows) {
    if (clicked_at < today) late.add(`${account_id} ${new Date(clicked_at).toISOString().slice(0, 10)}`)
  }
  if (late.size > 0) await raiseGenerations(sql, [...late])
}

/** Before clicks of unknown days are inserted. Days that had few clicks are checked again. */
export async function reopenAccount(sql: Sql, accountId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      update click_rollups set generation = generation + 1, changed_at = now()
      where account_id = ${accountId}`
    await tx`update click_rollup_progress set checked_before = '1970-01-01'`
  })
}

const touchedRow = z.object({ account_id: z.guid(), date: z.iso.date() })

/** The same for the days of clicks that are about to be deleted. */
export async function reopenDeleted(sql: Sql, clickhouse: ClickHouse, isDeleted: Fragment): Promise<void> {
  const rows = await clickhouse.query(
    ch`select distinct account_id, toDate(clicked_at) as date from clicks where ${isDeleted}`,
    touchedRow,
  )
  await raiseGenerations(
    sql,
    rows.map(({ account_id, date }) => `${account_id} ${date}`),
  )
}

/** `touched`: an account and a day each, as "<account id> 2026-01-31". The order of locks prevents deadlocks. */
async function raiseGenerations(sql: Sql, touched: readonly string[]): Promise<void> {
  await sql`
    with touched as (
      select split_part(pair, ' ', 1)::uuid as account_id, split_part(pair, ' ', 2)::date as day
      from unnest(${touched}::text[]) as pair
    ), locked as (
      select account_id, day
      from click_rollups
      where exists (
        select from touched
        where touched.account_id = click_rollups.account_id
          and touched.day >= click_rollups.day and touched.day < click_rollups.day + click_rollups.days
      )
      order by account_id, day
      for update
    )
    update click_rollups
    set generation = generation + 1, changed_at = now()
    from locked
    where click_rollups.account_id = locked.account_id and click_rollups.day = locked.day`
}
