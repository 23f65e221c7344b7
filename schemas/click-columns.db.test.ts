import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { storeClicks } from '../test/factories/clicks.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { columnNames, columnOf } from './click-columns.ts'
import { batchOf, clickId } from './clicks.ts'

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
  // Derived from the id of the click. Nothing writes it.
  expect(
    stored.splice(
      stored.findIndex(({ name }) => name === 'batch_id'),
      1,
    ),
  ).toEqual([{ name: 'batch_id', type: 'UUID' }])
  const listed = columnNames.map((name) => ({ name, type: typeOf(name) }))
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  expect(listed.sort(byName)).toEqual(stored.sort(byName))
})

it('derives the batch of a click from its id, which workers of the previous version write themselves', async () => {
  const [account_id, batch] = [uuidv7(), `${uuidv7().slice(0, 32)}0000`]
  await storeClicks(stores.ch, [{ account_id, at: '2026-03-01T12:00:00Z', click_id: clickId(batch, 0xabc) }])
  await stores.ch.command(ch`
    insert into clicks (account_id, link_id, clicked_at, click_id, batch_id)
    select ${uuid(account_id)}, ${uuid(uuidv7())}, now64(3), ${uuid(clickId(batch, 1))}, ${uuid(batch)}`)
  const rows = await stores.ch.query(
    ch`select toString(batch_id) as batch_id from clicks where account_id = ${uuid(account_id)}`,
    z.object({ batch_id: z.string() }),
  )
  expect(rows).toEqual([{ batch_id: batch }, { batch_id: batch }])
  expect(batchOf(clickId(batch, 0xffff))).toBe(batch)
})
