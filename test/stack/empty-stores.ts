import { z } from 'zod'
import { ch, Fragment } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { openTestStores, type TestStores } from './stores.ts'

/** Stores without a schema, as those of a new machine. */
export async function openEmptyStores(): Promise<TestStores> {
  const empty = await openTestStores()
  await empty.sql`drop schema public cascade`
  await empty.sql`create schema public`
  await dropClickTables(empty.ch)
  return empty
}

export async function dropClickTables(clickhouse: ClickHouse): Promise<void> {
  for (const { name } of await clickhouse.query(ch`show tables`, z.object({ name: z.string() })))
    await clickhouse.command(new Fragment([`drop table ${name} sync`], []))
}
