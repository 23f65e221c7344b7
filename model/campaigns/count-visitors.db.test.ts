import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { storeClicks } from '../../test/factories/clicks.ts'
import { storeFacts } from '../../test/factories/facts.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { wholeAccount } from '../accounts/reach.ts'
import { campaignVisitors, countVisitors } from './count-visitors.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const account_id = uuidv7()
const [spring, summer, empty] = [uuidv7(), uuidv7(), uuidv7()]
const nobodyLeaves = new AbortController().signal

it('counts a visitor of two links of a campaign once, by the current campaign of the links, without bots', async () => {
  const [first, second, moved, foreign] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await storeFacts(stores.ch, [
    { account_id, link_id: first, campaign_id: spring, rev: 1 },
    { account_id, link_id: second, campaign_id: spring, rev: 2 },
    { account_id, link_id: moved, campaign_id: summer, rev: 4 },
    { account_id: uuidv7(), link_id: foreign, campaign_id: spring, rev: 5 },
  ])
  await storeFacts(stores.ch, [{ account_id, link_id: moved, campaign_id: spring, rev: 3 }])
  const at = '2026-01-01T00:00:00Z'
  await storeClicks(stores.ch, [
    { account_id, link_id: first, visitor_id: '1', at },
    { account_id, link_id: second, visitor_id: '1', at },
    { account_id, link_id: second, visitor_id: '2', traffic: 'unknown', at },
    { account_id, link_id: second, visitor_id: '3', traffic: 'bot', at },
    { account_id, link_id: moved, visitor_id: '4', at },
    { account_id, link_id: foreign, visitor_id: '5', at },
  ])
  const visitorsOf = await countVisitors(stores, wholeAccount(account_id), [spring, summer, empty], nobodyLeaves)
  expect([spring, summer, empty].map(visitorsOf)).toEqual([2, 1, 0])
  // Its clicks and facts are still stored.
  await stores.sql`insert into deleted_links (link_id, account_id) values (${second}, ${account_id})`
  const without = await countVisitors(stores, wholeAccount(account_id), [spring, summer], nobodyLeaves)
  expect([spring, summer].map(without)).toEqual([1, 1])
})

it('returns null while the click store is down', async () => {
  const away = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
  const visitorsOf = await countVisitors(
    { sql: stores.sql, ch: away },
    wholeAccount(account_id),
    [spring],
    nobodyLeaves,
  )
  await away.close()
  expect(visitorsOf(spring)).toBeNull()
})

it('finds the clicks and the facts by their primary keys', async () => {
  const statement = ch`explain indexes = 1 ${campaignVisitors(wholeAccount(account_id), [spring], [])}`
  const plan = await stores.ch.query(statement, z.object({ explain: z.string() }))
  const text = plan.map(({ explain }) => explain).join('\n')
  expect(text).toMatch(/ReadFromMergeTree \(\S*clicks\)[\s\S]*?PrimaryKey\s+Keys:\s+account_id\s+link_id/)
  expect(text).toMatch(/ReadFromMergeTree \(\S*link_facts\)[\s\S]*?PrimaryKey\s+Keys:\s+account_id/)
})
