import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { migrateClickhouse } from '#runtime/migrate.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { filterQuery } from '#schemas/analytics.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { storeFacts } from '../../test/factories/facts.ts'
import { buildRollups } from '../../test/factories/rollups.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { type OneProcessCluster, startOneProcessCluster } from '../../test/stack/one-process-cluster.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { insertClicks } from './batches/insert-clicks.ts'
import { compileFilter } from './compile-filter.ts'
import type { Scope } from './link-filter.ts'
import { purgeClicks } from './purge-clicks.ts'
import { clickRow } from './queries/click-columns.ts'
import { clickPage } from './queries/click-page.ts'
import { firstClicks } from './queries/first-clicks.ts'
import { discardBuilds } from './rollups/discard-builds.ts'
import { agree, links, randomRows, rolledDays, seed } from './rollups/rollups.fixture.ts'
import { most, period, statementsOf } from './statements.fixture.ts'
import { storedCounts } from './stored-counts.ts'

let cluster: OneProcessCluster
let single: TestStores
let stores: TestStores
const account_id = uuidv7()
const rows = randomRows(account_id, 1, 20)

beforeAll(async () => {
  single = await openTestStores()
  cluster = await startOneProcessCluster()
  stores = { ...single, ch: (await cluster.open()).ch }
  const campaign_id = uuidv7()
  for (const click_store of [single.ch, stores.ch]) {
    await storeFacts(click_store, [
      { account_id, link_id: links[0], rev: 2, tags: ['red'], campaign_id },
      { account_id, link_id: links[1], rev: 1, url_type: 'branded' },
    ])
    await storeInShards(click_store, rows)
  }
})
afterAll(async () => {
  await single.close()
  await cluster.close()
})

/** Every third row in the second shard of a cluster. */
async function storeInShards(clickhouse: ClickHouse, all: readonly ClickRow[]): Promise<void> {
  for (const shard of [1, 2]) {
    const part = all.filter((_, index) => (index % 3 === 0 ? 2 : 1) === shard)
    await insertClicks(clickhouse, part, {
      token: uuidv7(),
      shard: clickhouse.cluster === undefined ? 0 : shard,
      signal: AbortSignal.timeout(30_000),
    })
  }
}

const countRow = z.object({ shard: z.int(), clicks: z.int() })

const byShard = () =>
  stores.ch.query(
    ch`select toUInt8(_shard_num) as shard, count() as clicks from clicks group by shard order by shard`,
    countRow,
  )

const whole = { account_id, domain_ids: null, campaign_ids: null, deleted_ids: [] }
const scopes: [Scope, Record<string, string>][] = [
  [whole, {}],
  [{ ...whole, link_id: links[0] }, { trigger: 'qr' }],
  [{ ...whole, deleted_ids: [links[2]] }, { browser: 'chrome' }],
  [whole, { tags: 'red' }],
  [whole, { urlType: 'branded', traffic: 'all' }],
]

/** Values that may come from any of several rows, or rows in no order. */
function comparable(file: string, answer: Record<string, unknown>[]): unknown {
  if (file === 'link-counts.ts') return answer.map(({ links: number, ids }) => [number, String(ids).split(',').sort()])
  if (file !== 'breakdown.ts')
    return file === 'link-days.ts' || file === 'experiment-clicks.ts' ? sorted(answer) : answer
  const total = Math.max(...answer.map(({ level }) => Number(level)))
  return answer.map(({ country, ...row }) => (row['level'] === total ? row : { ...row, country }))
}

const sorted = (answer: unknown[]) => answer.map((row) => JSON.stringify(row)).sort()

async function answersOf({ ch: clickhouse }: TestStores): Promise<unknown[]> {
  const ask = (statement: Fragment) => clickhouse.query(statement, z.record(z.string(), z.unknown()))
  const answers: unknown[] = []
  for (const [scope, filter] of scopes) {
    const where = compileFilter(scope, period, filterQuery.parse(filter))
    for (const [file, statement] of Object.entries(statementsOf(account_id))) {
      answers.push([file, filter, comparable(file, await ask(statement(where)))])
    }
  }
  const page = clickPage(compileFilter(whole, period, filterQuery.parse({})), {
    cursor: undefined,
    limit: most,
    offset: 0,
  })
  const clicks = await clickhouse.query(page, clickRow)
  answers.push(sorted(await ask(firstClicks(account_id, clicks, 86_400_000))))
  answers.push(sorted(await ask(storedCounts(account_id, links))))
  return answers
}

describe(`on a cluster of two shards (seed ${seed})`, () => {
  it('migrations can be repeated, and clicks are in the shard of their insert', async () => {
    await migrateClickhouse(stores.ch, stores.log)
    const second = Math.ceil(rows.length / 3)
    expect(await byShard()).toEqual([
      { shard: 1, clicks: rows.length - second },
      { shard: 2, clicks: second },
    ])
  })

  it('every statement gives what it gives on one server', async () => {
    expect(await answersOf(stores)).toEqual(await answersOf(single))
  })

  it('rollups equal the clicks, and the rows of replaced builds are deleted', async () => {
    await buildRollups(stores, 1)
    expect((await rolledDays(stores, account_id)).length).toBeGreaterThan(10)
    expect(await agree(stores, account_id, 1)).toBeGreaterThan(0)
    const before = await countRollups()
    await stores.sql`update click_rollups set generation = generation + 1`
    await buildRollups(stores, 1)
    expect(await countRollups()).toBe(2 * before)
    await stores.sql`update discarded_builds set discarded_at = now() - interval '1 day'`
    await discardBuilds({ sql: stores.sql, clickhouse: stores.ch })
    await eventually(async () => expect(await countRollups()).toBe(before))
  })

  it('clicks of a deleted link are purged from every shard', async () => {
    await stores.sql`
      insert into deleted_links (link_id, account_id, deleted_at)
      values (${links[2]}, ${account_id}, now() - interval '2 days')`
    await eventually(async () => {
      await stores.sql.begin((tx) => purgeClicks(tx, { sql: stores.sql, clickhouse: stores.ch }, 'now'))
      const [left] = await stores.sql`select from deleted_links where purges < 3`
      expect(left).toBeUndefined()
    })
    const kept = rows.filter(({ link_id }) => link_id !== links[2]).length
    expect((await byShard()).reduce((sum, { clicks }) => sum + clicks, 0)).toBe(kept)
  })
})

async function countRollups(): Promise<number> {
  const [row] = await stores.ch.query(
    ch`select (select count() from click_rollups) + (select count() from click_rollup_spans) as n`,
    z.object({ n: z.int() }),
  )
  return row?.n ?? 0
}
