import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { buildRollups, openAllDays, settleDays } from '../../../test/factories/rollups.ts'
import { eventually } from '../../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../../test/stack/stores.ts'
import { takeTask } from '../../installation/upkeep-tasks.ts'
import { purgeClicks } from '../purge-clicks.ts'
import { buildDays } from './build-days.ts'
import { discardBuilds } from './discard-builds.ts'
import { restartRollups } from './keep-rollups.ts'
import { openDays } from './open-days.ts'
import { reopenDays } from './reopen-days.ts'
import { agree, links, plans, randomRows, rolledDays, seed, store } from './rollups.fixture.ts'

let stores: TestStores
let account_id: string

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  account_id = uuidv7()
  await stores.sql`truncate click_rollups, discarded_builds, deleted_links`
  await stores.sql`update click_rollup_progress set checked_before = '1970-01-01'`
  await stores.ch.command(ch`truncate table clicks`)
})

const both = () => ({ sql: stores.sql, clickhouse: stores.ch })
/** A click of a visitor without other clicks. */
function lateRow(at: string) {
  const [row] = randomRows(account_id, 1, 50)
  if (row === undefined) throw new Error('no rows were drawn')
  return { ...row, clicked_at: Date.parse(at), traffic: 'human' as const, visitor_id: '1' }
}

async function countRows(): Promise<number> {
  const statement = ch`select count() as rows from click_rollups where account_id = ${uuid(account_id)} and level = ''`
  const [row] = await stores.ch.query(statement, z.object({ rows: z.int() }))
  return row?.rows ?? 0
}

async function countClicksOf(link_id: string): Promise<number> {
  const statement = ch`select count() as clicks from clicks where account_id = ${uuid(account_id)} and link_id = ${uuid(link_id)}`
  const [row] = await stores.ch.query(statement, z.object({ clicks: z.int() }))
  return row?.clicks ?? 0
}

describe(`rollups equal the clicks (seed ${seed}):`, () => {
  it.each([1, 7])(
    'for windows of %d days: built, with a late batch, rebuilt, with a deleted link, purged',
    async (windowDays) => {
      await store(stores, randomRows(account_id, windowDays, 0))
      await store(stores, randomRows(uuidv7(), windowDays, 1))
      await buildRollups(stores, windowDays)
      const built = await rolledDays(stores, account_id)
      expect(built.length).toBeGreaterThan(windowDays === 1 ? 20 : 2)
      expect(await agree(stores, account_id)).toBeGreaterThan(0)

      const rows = randomRows(account_id, windowDays, 2).slice(0, 5)
      await reopenDays(stores.sql, rows)
      await store(stores, rows)
      expect((await rolledDays(stores, account_id)).length).toBeLessThan(built.length)
      await agree(stores, account_id, 3)
      await buildRollups(stores, windowDays)
      expect(await rolledDays(stores, account_id)).toEqual(built)
      expect(await agree(stores, account_id)).toBeGreaterThan(0)

      await stores.sql`
      insert into deleted_links (link_id, account_id, deleted_at)
      values (${links[0]}, ${account_id}, now() - interval '2 days')`
      expect((await rolledDays(stores, account_id)).length).toBeLessThan(built.length)
      await agree(stores, account_id, 3)
      await eventually(async () => {
        await stores.sql.begin((tx) => purgeClicks(tx, both(), 'now'))
        const [left] = await stores.sql`select from deleted_links where account_id = ${account_id} and purges < 3`
        expect(left).toBeUndefined()
      })
      expect((await rolledDays(stores, account_id)).length).toBeLessThan(built.length)
      await agree(stores, account_id, 3)
      await buildRollups(stores, windowDays)
      expect(await agree(stores, account_id)).toBeGreaterThan(0)
    },
  )

  it('after a purge that fails although the click store carries out its deletion', async () => {
    await store(stores, randomRows(account_id, 1, 12))
    await buildRollups(stores, 1)
    const built = await rolledDays(stores, account_id)
    await stores.sql`
      insert into deleted_links (link_id, account_id, deleted_at)
      values (${links[0]}, ${account_id}, now() - interval '2 days')`
    const purge = () => stores.sql.begin((tx) => purgeClicks(tx, both(), 'now'))
    await stores.ch.command(ch`rename table link_facts to link_facts_away`)
    try {
      await expect(purge()).rejects.toThrow('link_facts')
    } finally {
      await stores.ch.command(ch`rename table link_facts_away to link_facts`)
    }
    await eventually(async () => expect(await countClicksOf(links[0])).toBe(0))
    await eventually(async () => {
      await purge()
      expect(await stores.sql`select from deleted_links where purges < 3`).toHaveLength(0)
    })
    expect((await rolledDays(stores, account_id)).length).toBeLessThan(built.length)
    await buildRollups(stores, 1)
    expect(await agree(stores, account_id)).toBeGreaterThan(0)
  })
})

describe('a day', () => {
  it('is not built before all clicks that may be on their way are stored', async () => {
    await store(stores, randomRows(account_id, 1, 3))
    await openAllDays(stores, 1)
    expect(await buildDays(both())).toBe(false)
    await settleDays(stores.sql)
    expect(await buildDays(both())).toBe(true)
    const days = await rolledDays(stores, account_id)
    await reopenDays(stores.sql, [lateRow('2026-04-01T12:00:00Z')])
    expect(await buildDays(both())).toBe(false)
    expect(await rolledDays(stores, account_id)).toEqual(days.filter((day) => day !== '2026-04-01'))
  })

  it('is not published if a late batch arrives while it is built', async () => {
    await store(stores, randomRows(account_id, 1, 4))
    await openAllDays(stores, 1)
    await settleDays(stores.sql)
    let statements = 0
    const interrupted: ClickHouse = {
      ...stores.ch,
      async longCommand(statement) {
        await stores.ch.longCommand(statement)
        statements += 1
        if (statements !== 2) return
        const rows = [lateRow('2026-04-01T12:00:00Z')]
        await reopenDays(stores.sql, rows)
        await store(stores, rows)
      },
    }
    await buildDays({ sql: stores.sql, clickhouse: interrupted })
    const days = await rolledDays(stores, account_id)
    expect(days).toContain('2026-04-02')
    expect(days).not.toContain('2026-04-01')
    await agree(stores, account_id, 3)
    await buildRollups(stores, 1)
    expect(await rolledDays(stores, account_id)).toContain('2026-04-01')
    await agree(stores, account_id, 3)
  })

  it('that cannot be built does not keep others from being built', async () => {
    await store(stores, randomRows(account_id, 1, 9))
    const other = uuidv7()
    await store(stores, randomRows(other, 1, 10))
    await openAllDays(stores, 1)
    await settleDays(stores.sql)
    const broken: ClickHouse = { ...stores.ch, longCommand: () => Promise.reject(new Error('too much')) }
    await expect(buildDays({ sql: stores.sql, clickhouse: broken })).rejects.toThrow('too much')
    expect(await buildDays(both())).toBe(true)
    expect((await rolledDays(stores, account_id)).length + (await rolledDays(stores, other)).length).toBeGreaterThan(0)
  })

  it('is built once, even if two workers try at the same time', async () => {
    await store(stores, randomRows(account_id, 1, 5))
    await openAllDays(stores, 1)
    await settleDays(stores.sql)
    let builds = 0
    const keep = async () => {
      let isOver = false
      while (!isOver) {
        isOver = await stores.sql.begin(async (tx) => {
          if (!(await takeTask(tx, 'rollups'))) return false
          const isBuilt = await buildDays(both())
          if (isBuilt) builds += 1
          return !isBuilt
        })
      }
    }
    await Promise.all([keep(), keep()])
    const [{ all, discarded }] = (await stores.sql`
      select count(distinct build)::int as all, (select count(*)::int from discarded_builds) as discarded
      from click_rollups where account_id = ${account_id}`) as unknown as [{ all: number; discarded: number }]
    expect({ all, discarded }).toEqual({ all: builds, discarded: 0 })
    expect(await agree(stores, account_id, 4)).toBeGreaterThan(0)
  })

  it('is not changed by other accounts or by clicks of today, which ask Postgres nothing', async () => {
    await store(stores, randomRows(account_id, 1, 6))
    await buildRollups(stores, 1)
    const days = await rolledDays(stores, account_id)
    await reopenDays(stores.sql, [{ ...lateRow('2026-04-01T12:00:00Z'), account_id: uuidv7() }])
    expect(await rolledDays(stores, account_id)).toEqual(days)
    const never = (() => {
      throw new Error('asked')
    }) as unknown as TestStores['sql']
    await reopenDays(never, [{ account_id, clicked_at: Date.now() }])
  })

  it('with few clicks has no rollups', async () => {
    await store(stores, randomRows(account_id, 1, 7))
    await openAllDays(stores, 1, 1_000)
    expect(await stores.sql`select from click_rollups`).toHaveLength(0)
    expect(await openDays(both(), { windowDays: 1, leastClicks: 1 })).toBe(false)
  })
})

it('a rebuild at any time gives the same, and the rows of the builds before it are deleted', async () => {
  await store(stores, randomRows(account_id, 1, 8))
  await buildRollups(stores, 1)
  const [days, rows] = [await rolledDays(stores, account_id), await countRows()]
  await restartRollups(stores.sql)
  expect(await rolledDays(stores, account_id)).toEqual([])
  await buildRollups(stores, 1)
  expect(await rolledDays(stores, account_id)).toEqual(days)
  expect(await agree(stores, account_id, 4)).toBeGreaterThan(0)
  expect(await countRows()).toBe(2 * rows)
  await discardBuilds(both())
  expect(await countRows()).toBe(2 * rows)
  await stores.sql`update discarded_builds set discarded_at = now() - interval '1 day'`
  await discardBuilds(both())
  await eventually(async () => expect(await countRows()).toBe(rows))
  expect(await stores.sql`select from discarded_builds`).toHaveLength(0)
})

it('statements read only the rows of the account and of their level', async () => {
  await store(stores, randomRows(account_id, 1, 11))
  await buildRollups(stores, 1)
  const [ofSummary = [], ofLinks = [], ofPlaces = [], ofTimeline = []] = await plans(stores, account_id)
  for (const reads of [ofSummary, ofLinks, ofPlaces, ofTimeline]) {
    expect(reads[0]).toMatch(/\.clicks\)[^]*Keys:\s+[│\s]*account_id/)
    for (const read of reads) expect(read).toMatch(/Keys:\s+[│\s]*account_id/)
  }
  for (const [first, ...others] of [ofSummary, ofLinks, ofPlaces]) {
    expect(first).not.toContain('click_rollups')
    for (const read of others) expect(read).toMatch(/click_rollups\)[^]*Keys:[│\s]+account_id[│\s]+level/)
  }
  expect([ofSummary, ofLinks, ofPlaces, ofTimeline].map(({ length }) => length)).toEqual([2, 2, 5, 2])
  expect(ofTimeline[1]).toContain('click_rollup_spans)')
})
