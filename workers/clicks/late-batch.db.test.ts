import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { clickBatch, rawClick } from '../../test/factories/click-batch.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { countStored, openPipeline } from './pipeline.fixture.ts'
import { processBatch } from './process-batch.ts'
import { processTogether } from './process-together.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const dayMs = 86_400_000
const daysAgo = (days: number) => String(Date.now() - days * dayMs)

it('a late click takes its day out of the rollups of its account, at each attempt, before it is inserted', async () => {
  const [account_id, other] = [uuidv7(), uuidv7()]
  const rollup = (account: string, ago: number) => stores.sql`
    insert into click_rollups (account_id, day, days, clicks, build, built_generation)
    values (${account}, (now() at time zone 'UTC')::date - ${ago}::int, 1, 1, ${uuidv7()}, 0)`
  await rollup(account_id, 2)
  await rollup(account_id, 3)
  await rollup(other, 2)
  const generations = async () => {
    const rows = await stores.sql<{ generation: number }[]>`
      select generation::int from click_rollups where account_id in (${account_id}, ${other})
      order by account_id = ${other}, day desc`
    return rows.map(({ generation }) => generation)
  }
  const atInsert: number[][] = []
  const watched: ClickHouse = {
    ...stores.ch,
    async insert(...insertion) {
      atInsert.push(await generations())
      if (atInsert.length === 1) throw new Error('the first attempt fails')
      await stores.ch.insert(...insertion)
    },
  }
  const job = clickBatch([rawClick({ account_id, clicked_at: daysAgo(2) }), rawClick({ account_id: other })])
  const pipeline = { ...openPipeline(stores), clickhouse: watched }
  await expect(processBatch(pipeline, job)).rejects.toThrow('the first attempt fails')
  await processBatch(pipeline, job)
  expect(atInsert).toEqual([
    [1, 0, 0],
    [2, 0, 0],
  ])
  expect(await countStored(stores, job.batch_id)).toEqual({ rows: 2, clicks: 2 })
})

it('so do late clicks of batches that are stored together', async () => {
  const account_id = uuidv7()
  await stores.sql`
    insert into click_rollups (account_id, day, days, clicks)
    values (${account_id}, (now() at time zone 'UTC')::date - 2, 1, 1)`
  const jobs = [1, 2].map(() => clickBatch([rawClick({ account_id, clicked_at: daysAgo(2) })]))
  const atInsert: unknown[] = []
  const watched: ClickHouse = {
    ...stores.ch,
    async insert(...insertion) {
      atInsert.push(...(await stores.sql`select generation::int from click_rollups where account_id = ${account_id}`))
      await stores.ch.insert(...insertion)
    },
  }
  await Promise.all(processTogether({ ...openPipeline(stores), clickhouse: watched }, jobs))
  expect(atInsert).toEqual([{ generation: 1 }])
})
