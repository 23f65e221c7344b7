import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { linkFields } from './link-fields.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

/** Columns of `links` that no client sets directly. */
const ownColumns = [
  ...['id', 'account_id', 'domain_id', 'code', 'is_custom_alias', 'rev', 'url'],
  ...[
    'limited_since',
    'limit_used',
    'limit_announced',
    'announced_expiry',
    'winner_variant_id',
    'rules_secret',
    'numbered_since',
    'trashed_at',
    'quarantined_at',
    'quarantine_reason',
    'created_at',
    'updated_at',
  ],
]

it('lists exactly the columns of the table', async () => {
  const stored = await stores.sql<{ name: string }[]>`
    select column_name as name
    from information_schema.columns
    where table_schema = current_schema() and table_name = 'links'`
  const listed = Object.entries(linkFields).map(([name, field]) => ('column' in field ? field.column : name))
  expect(stored.map(({ name }) => name).toSorted()).toEqual([...listed, ...ownColumns].toSorted())
})
