import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { linkColumns } from './link-row.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

/** Read only by the statements that announce ends. */
const unread = ['announced_expiry', 'limit_announced']

it('reads all columns of a link: a missing one is undefined, which is not null', async () => {
  const { sql } = stores
  const stored = await sql<{ name: string }[]>`
    select column_name as name
    from information_schema.columns
    where table_schema = current_schema() and table_name = 'links'`
  const { columns } = await sql`
    select ${linkColumns(sql)}
    from links
    limit 0`
  expect([...columns.map(({ name }) => name), ...unread].toSorted()).toEqual(stored.map(({ name }) => name).toSorted())
})
