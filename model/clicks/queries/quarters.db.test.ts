import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, type Fragment, uuid } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { type ClickRow, noId } from '#schemas/clicks.ts'
import { plainClick } from '../../../test/factories/clicks.ts'
import { openTestStores, type TestStores } from '../../../test/stack/stores.ts'
import { insertClicks } from '../batches/insert-clicks.ts'
import { compileCounted, compileFilter } from '../compile-filter.ts'
import type { Scope } from '../link-filter.ts'
import { lastDays, type Period, quarterMs, untilNow } from '../period.ts'
import { clickCount, clickCountRow } from './click-count.ts'
import { countTimeline, countTimelineRow } from './count-timeline.ts'
import { quarterCount } from './quarter-count.ts'
import type { Counted } from './quarters.ts'
import { timeline, timelineRow } from './timeline.ts'

const seed = 20_260_410
const now = Date.parse('2026-04-10T12:34:56.789Z')
const dayMs = 86_400_000
const [account_id, other, link, deleted] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
const scope = { account_id, domain_ids: null, campaign_ids: null, deleted_ids: [] }

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

/** Half of them are at the start of a quarter of an hour, or a millisecond from it. */
const anyInstant = fc
  .tuple(fc.integer({ min: now - 70 * dayMs, max: now + 3_600_000 }), fc.constantFrom(null, null, null, -1, 0, 1))
  .map(([at, beside]) => (beside === null ? at : Math.floor(at / quarterMs) * quarterMs + beside))
const anyPeriod = fc
  .tuple(fc.option(anyInstant, { freq: 4 }), anyInstant, fc.constantFrom({}, {}, { goesOn: true as const }))
  .filter(([from, to]) => from !== to)
  .map(([from, to, goesOn]): Period => {
    return from === null ? { from, to, ...goesOn } : { from: Math.min(from, to), to: Math.max(from, to), ...goesOn }
  })
const traffics = ['default', 'human', 'bot', 'all'] as const
const triggers = ['all', 'link', 'qr'] as const
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns']
const anyClick = fc.record({
  at: anyInstant,
  account_id: fc.constantFrom(account_id, account_id, other),
  link_id: fc.constantFrom(link, link, deleted),
  traffic: fc.constantFrom('human', 'human', 'unknown', 'bot'),
  qr_code_id: fc.constantFrom(noId, noId, uuidv7()),
})
const batches = fc.sample(fc.array(anyClick, { minLength: 150, maxLength: 150 }), { seed, numRuns: 4 })

/** Does not use the factory, since some clicks are stored twice with one token. */
const store = (rows: ClickRow[], token: string) =>
  insertClicks(stores.ch, rows, { token, signal: AbortSignal.timeout(30_000) })
const rowsOf = (number: number): ClickRow[] =>
  (batches[number] ?? []).map(({ at, ...told }) => plainClick({ ...told, at: new Date(at).toISOString() }))

const queryOf = (traffic: string, trigger: string) => filterQuery.parse({ traffic, trigger })
/** Only for filters without a link or a column. */
const nothing: Counted = { where: ch`false`, deleted_ids: [] }
const countedOf = (query: ReturnType<typeof queryOf>, of: Scope = scope): Counted =>
  compileCounted(of, query) ?? nothing

/** For random periods and filters, counts from quarters equal counts from rows, also without a link whose rows are there. */
const agree = async () => {
  await agreeIn(scope)
  await agreeIn({ ...scope, deleted_ids: [deleted, uuidv7()] })
}

const agreeIn = (of: Scope) =>
  fc.assert(
    fc.asyncProperty(
      fc.record({
        period: anyPeriod,
        traffic: fc.constantFrom(...traffics),
        trigger: fc.constantFrom(...triggers),
        timezone: fc.constantFrom(...zones),
      }),
      async ({ period, traffic, trigger, timezone }) => {
        const query = queryOf(traffic, trigger)
        const where = compileFilter(of, period, query)
        const shape = { granularity: 'day', period, timezone } as const
        const [counted, days, [raw], rawDays] = await Promise.all([
          stores.ch.query(quarterCount(countedOf(query, of), period), clickCountRow),
          stores.ch.query(countTimeline(countedOf(query, of), period, timezone), countTimelineRow),
          stores.ch.query(clickCount(where), clickCountRow),
          stores.ch.query(timeline(where, shape), timelineRow),
        ])
        expect(counted).toEqual([raw])
        expect(days).toEqual(rawDays.filter(({ clicks }) => clicks > 0).map(({ date, clicks }) => ({ date, clicks })))
      },
    ),
    { seed, numRuns: 20 },
  )

const plan = async (statement: Fragment): Promise<string> => {
  const lines = await stores.ch.query(ch`explain indexes = 1 ${statement}`, z.object({ explain: z.string() }))
  return lines.map(({ explain }) => explain).join('\n')
}

/** The plan of each read of a table or projection. */
const readings = async (statement: Fragment) => (await plan(statement)).split('ReadFromMergeTree').slice(1)

/** Reads only the projection; the server fails a query that needs anything else. */
async function countProjected(): Promise<number> {
  const whole = quarterCount({ ...nothing, where: ch`account_id = ${uuid(account_id)}` }, untilNow(now + dayMs, null))
  const settings = { force_optimize_projection: 1 as const }
  const [row] = await stores.ch.query(whole, clickCountRow, { settings })
  return row?.clicks ?? 0
}

async function countRows(): Promise<number> {
  const statement = ch`select countIf(visitor_id = visitor_id) as clicks from clicks where account_id = ${uuid(account_id)}`
  const [row] = await stores.ch.query(statement, clickCountRow)
  return row?.clicks ?? 0
}

describe('counts by quarter of an hour', () => {
  it('match the rows: for batches, repeated ones, late ones, after merges and after deletions', async () => {
    await store(rowsOf(0), 'first')
    await store(rowsOf(1), 'second')
    await agree()
    const before = await countRows()
    await store(rowsOf(0), 'first')
    expect([await countProjected(), await countRows()]).toEqual([before, before])

    await store(rowsOf(2), 'late')
    await agree()
    await stores.ch.command(ch`optimize table clicks final`)
    await agree()
    expect(await countProjected()).toBe(await countRows())

    await stores.ch.command(
      ch`alter table clicks delete where account_id = ${uuid(account_id)} and link_id = ${uuid(deleted)} settings mutations_sync = 2`,
    )
    expect(await countProjected()).toBe(await countRows())
    expect(await countRows()).toBeLessThan(before)
    await store(rowsOf(3), 'after')
    await agree()
  })

  it('end exactly at the end of the period: a click at that time is not included', async () => {
    const lone = { ...scope, account_id: uuidv7() }
    await store([plainClick({ account_id: lone.account_id, at: new Date(now).toISOString() })], 'lone')
    const count = async (period: Period) => {
      const where = countedOf(queryOf('all', 'all'), lone)
      const [row] = await stores.ch.query(quarterCount(where, period), clickCountRow)
      return [row?.clicks, await stores.ch.query(countTimeline(where, period, 'UTC'), countTimelineRow)]
    }
    expect(await count({ from: null, to: now })).toEqual([0, []])
    expect(await count({ from: now, to: now + 1 })).toMatchObject([1, [{ clicks: 1 }]])
    expect(await count({ from: now + 1, to: now + 2 })).toEqual([0, []])
  })
})

describe('the query plan', () => {
  const period = { from: now - 30 * dayMs, to: now }
  const cases = traffics.flatMap((traffic) => triggers.map((trigger) => ({ traffic, trigger })))

  it.each(cases)(
    'uses the projection by account, and rows only for the two ends: $traffic, $trigger',
    async (given) => {
      const where = countedOf(queryOf(given.traffic, given.trigger))
      for (const statement of [quarterCount(where, period), countTimeline(where, period, 'Asia/Kolkata')]) {
        const [fromCounts, fromRows, ...others] = await readings(statement)
        expect(fromCounts).toContain('(quarters)')
        expect(fromCounts).toMatch(/Keys:\s+[│\s]*account_id/)
        expect(fromRows).toContain('.clicks)')
        expect(fromRows).toMatch(/Keys:\s+[│\s]*account_id/)
        expect(others).toEqual([])
      }
    },
  )

  it.each(cases)('reads no rows for days until now or for all time: $traffic, $trigger', async (given) => {
    const where = countedOf(queryOf(given.traffic, given.trigger))
    for (const goesOn of [lastDays(now, 30), untilNow(now, null)]) {
      expect(await readings(quarterCount(where, goesOn))).toEqual([expect.stringContaining('(quarters)')])
    }
  })

  it('is not used for filters that the projection does not have', () => {
    const by = (filter: Record<string, string>, more = {}) =>
      compileCounted({ ...scope, ...more }, filterQuery.parse(filter))
    expect(by({})).not.toBeNull()
    expect(by({ country: 'Germany' })).toBeNull()
    expect(by({ tags: 'red' })).toBeNull()
    expect(by({}, { link_id: link })).toBeNull()
    expect(by({}, { domain_ids: [link] })).toBeNull()
    expect(by({}, { campaign_ids: [] })).toBeNull()
  })
})
