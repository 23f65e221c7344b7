import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkHistoryFields } from '#schemas/history.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { columnOf } from './link-changes.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

/** The columns that a trigger records. */
async function recorded(table: string): Promise<string[]> {
  const [found] = await stores.sql<{ columns: string[]; args: string }[]>`
    select array_agg(column_name::text) as columns, (
      select encode(tgargs, 'escape') from pg_trigger where tgname = ${`${table}_history`}
    ) as args
    from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`
  const hidden = found?.args.split('\\000')[0]?.slice(1, -1).split(',') ?? []
  return found?.columns.filter((name) => !hidden.includes(name)).toSorted() ?? []
}

it('records exactly the columns of fields of links that the history shows, and whether a slug is an alias', async () => {
  expect(await recorded('links')).toEqual([...linkHistoryFields.map(columnOf), 'is_custom_alias'].toSorted())
})

/** A new column is recorded unless the trigger leaves it out: it must not be a secret. */
it.each([
  {
    table: 'qr_codes',
    columns: [
      ...['campaign_id', 'content_data', 'content_text', 'content_type', 'expires_at', 'name', 'tags'],
      ...['tracking_enabled', 'visual_settings'],
    ],
  },
  {
    table: 'ab_tests',
    columns: [
      ...['confidence_level', 'conversions_enabled', 'description', 'hypothesis', 'min_sample_size', 'name'],
      ...['status', 'traffic_split_mode', 'winner_variant_id'],
    ],
  },
])('records these columns of $table', async ({ table, columns }) => {
  expect(await recorded(table)).toEqual(columns)
})
