import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { storeClicks } from '../../test/factories/clicks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { readStoredCounts, storedCounts } from './stored-counts.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const account_id = uuidv7()
const link_id = uuidv7()
const nobodyLeaves = new AbortController().signal

it('counts humans and unknown clients of the account, and each visitor once', async () => {
  const click = { account_id, link_id, at: '2026-01-01T00:00:00Z' }
  await storeClicks(stores.ch, [
    click,
    click,
    { ...click, visitor_id: '2', traffic: 'unknown' },
    { ...click, visitor_id: '3', traffic: 'bot' },
    { ...click, account_id: uuidv7() },
    { ...click, link_id: uuidv7() },
  ])
  const unclicked = uuidv7()
  const countsOf = await readStoredCounts(stores.ch, account_id, [link_id, unclicked], nobodyLeaves)
  expect(countsOf(link_id)).toEqual({ actual_clicks: 3, unique_visitors: 2 })
  expect(countsOf(unclicked)).toEqual({ actual_clicks: 0, unique_visitors: 0 })
})

it('counts clicks of links whose ids are UUIDs of no RFC', async () => {
  const odd = '11111111-2222-0000-0000-333333333333'
  await storeClicks(stores.ch, [{ account_id, link_id: odd, at: '2026-01-01T00:00:00Z' }])
  const countsOf = await readStoredCounts(stores.ch, account_id, [odd], nobodyLeaves)
  expect(countsOf(odd)).toEqual({ actual_clicks: 1, unique_visitors: 1 })
})

it('returns null while the click store is down', async () => {
  const away = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
  const countsOf = await readStoredCounts(away, account_id, [link_id], nobodyLeaves)
  await away.close()
  expect(countsOf(link_id)).toBeNull()
})

it('finds the clicks by the primary key', async () => {
  const statement = ch`explain indexes = 1 ${storedCounts(account_id, [link_id])}`
  const plan = await stores.ch.query(statement, z.object({ explain: z.string() }))
  expect(plan.map(({ explain }) => explain).join('\n')).toMatch(/PrimaryKey\s+Keys:\s+account_id\s+link_id/)
})
