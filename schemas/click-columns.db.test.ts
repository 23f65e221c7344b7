import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { columnNames, columnOf } from './click-columns.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const types = {
  uuid: 'UUID',
  instant: "DateTime64(3, 'UTC')",
  uint64: 'UInt64',
  repeated: 'LowCardinality(String)',
  text: 'String',
}

function typeOf(name: (typeof columnNames)[number]): string {
  const { storage, values = [] } = columnOf(name)
  if (storage !== 'enum') return types[storage]
  return `Enum8(${values.map((value, index) => `'${value}' = ${index + 1}`).join(', ')})`
}

it('lists exactly the columns of the table, with their types', async () => {
  const stored = await stores.ch.query(
    ch`select name, type from system.columns where database = currentDatabase() and table = 'clicks'`,
    z.object({ name: z.string(), type: z.string() }),
  )
  const listed = columnNames.map((name) => ({ name, type: typeOf(name) }))
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  expect(listed.sort(byName)).toEqual(stored.sort(byName))
})
