import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkHistoryFields } from '#schemas/history.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { columnOf } from './link-changes.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('records exactly the columns of fields that the history shows, and whether a slug is an alias', async () => {
  const [found] = await stores.sql<{ columns: string[]; args: string }[]>`
    select array_agg(column_name::text) as columns, (
      select encode(tgargs, 'escape') from pg_trigger where tgname = 'links_history'
    ) as args
    from information_schema.columns
    where table_schema = current_schema() and table_name = 'links'`
  const hidden = found?.args.split('\\000')[0]?.slice(1, -1).split(',') ?? []
  const recorded = found?.columns.filter((name) => !hidden.includes(name)) ?? []
  expect(recorded.toSorted()).toEqual([...linkHistoryFields.map(columnOf), 'is_custom_alias'].toSorted())
})
