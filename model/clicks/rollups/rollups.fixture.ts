import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { reportColumns } from '#schemas/click-columns.ts'
import { type ClickRow, noId } from '#schemas/clicks.ts'
import { plainClick } from '../../../test/factories/clicks.ts'
import type { TestStores } from '../../../test/stack/stores.ts'
import { insertClicks } from '../batches/insert-clicks.ts'
import { compileFilter } from '../compile-filter.ts'
import type { Scope } from '../link-filter.ts'
import { lastDays, type Period, quarterMs } from '../period.ts'
import { findUnpurged } from '../purge-clicks.ts'
import { breakdown, breakdownRow } from '../queries/breakdown.ts'
import { linkCounts, linkCountsRow } from '../queries/link-counts.ts'
import { RolledWhere } from '../queries/rolled.ts'
import { columnShape, shapes } from '../queries/shapes.ts'
import { summary, summaryRow } from '../queries/summary.ts'
import { timeline, timelineRow } from '../queries/timeline.ts'
import { topLinks, topLinksRow } from '../queries/top-links.ts'
import { utmValues, utmValuesRow } from '../queries/utm-values.ts'
import { amongLinks, scansOf } from '../which-clicks.ts'
import { useRollups } from './use-rollups.ts'

export const seed = Date.now() % 1_000_000
const dayMs = 86_400_000
/** Two weeks after a clock change in Berlin, and five days after one on Lord Howe Island. */
const now = Date.parse('2026-04-10T12:34:56.789Z')
export const links = [uuidv7(), uuidv7(), uuidv7()] as const
const code = uuidv7()

const instant = fc
  .tuple(fc.integer({ min: now - 25 * dayMs, max: now }), fc.constantFrom(null, null, -1, 0, 1))
  .map(([at, beside]) => (beside === null ? at : Math.floor(at / quarterMs) * quarterMs + beside))

const click = fc.record({
  at: instant,
  link_id: fc.constantFrom(...links),
  visitor: fc.integer({ min: 1, max: 12 }),
  traffic: fc.constantFrom('human', 'human', 'unknown', 'bot'),
  qr_code_id: fc.constantFrom(noId, noId, code),
  place: fc.constantFrom(
    { country_code: '', country: '', region: '', city: '', continent: '' },
    { country_code: 'de', country: 'Germany', region: 'Hesse', city: 'Frankfurt', continent: 'Europe' },
    { country_code: 'de', country: 'Germany', region: 'Brandenburg', city: 'Frankfurt', continent: 'Europe' },
    { country_code: 'ci', country: "Côte d'Ivoire", region: 'Abidjan', city: '', continent: 'Africa' },
  ),
  device_type: fc.constantFrom('desktop', 'mobile'),
  browser: fc.constantFrom('Chrome', 'Safari', ''),
  os: fc.constantFrom('iOS', ''),
  language: fc.constantFrom('de', ''),
  source: fc.constantFrom('Direct', 'Search'),
  referrer_domain: fc.constantFrom('', 'google.com', 't.co'),
  utm_source: fc.constantFrom('', 'News, Letter'),
  utm_campaign: fc.constantFrom('', "it's 50% off"),
})

/** Visitors have new ids in each window. */
export const randomRows = (account_id: string, windowDays: number, number: number): ClickRow[] => {
  const [drawn = []] = fc.sample(fc.array(click, { minLength: 400, maxLength: 400 }), {
    seed: seed + number,
    numRuns: 1,
  })
  return drawn.map(({ at, place, visitor, ...told }) => {
    const visitor_id = String(Math.floor(at / (windowDays * dayMs)) * 100 + visitor)
    return plainClick({ account_id, at: new Date(at).toISOString(), visitor_id, ...place, ...told })
  })
}

export const store = ({ ch }: TestStores, rows: readonly ClickRow[], token = uuidv7()) =>
  insertClicks(ch, rows, { token, signal: AbortSignal.timeout(30_000) })

const dimensions = {
  ...shapes,
  ...Object.fromEntries(Object.values(reportColumns).map(({ column }) => [column, columnShape(column)])),
}
const granularities = ['hour', 'day', 'week', 'month'] as const
const lists = ['utmValues', 'summary', 'scans', 'links', 'someLinks', 'counts'] as const
/** Every statement that reads rollups. */
const statements = [...granularities, ...lists, ...Object.keys(dimensions)]
/** Statements that are compared for a random period. All are compared for all time. */
const comparedAtOnce = 5

const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns']
const anyAsked = fc.record({
  period: fc
    .oneof(
      fc.constant(lastDays(now, 20)),
      fc.constant<Period>({ from: null, to: now, goesOn: true }),
      fc.record({ from: instant.map((at) => at - 5 * dayMs), to: instant.map((at) => at + 16 * dayMs) }),
      fc.tuple(fc.integer({ min: 8, max: 25 }), fc.integer({ min: 0, max: 7 })).map(([ago, length]) => ({
        from: midnight - ago * dayMs,
        to: midnight - Math.max(0, ago - 8 - length) * dayMs,
      })),
    )
    .filter(({ from, to }) => from === null || from < to),
  trigger: fc.constantFrom('all', 'all', 'qr', 'link'),
  timezone: fc.constantFrom(...zones),
  names: fc.shuffledSubarray(statements, { minLength: comparedAtOnce, maxLength: comparedAtOnce }),
})
/** Reads every day that is in rollups. */
const allTime = {
  period: { from: null, to: now, goesOn: true as const },
  trigger: 'all' as const,
  timezone: 'Asia/Kolkata',
  names: statements,
}
const midnight = now - (now % dayMs)

interface Asked {
  period: Period
  timezone: string
  names: readonly string[]
}

/** The rows of these statements, with visitors. */
async function readAll({ ch }: TestStores, where: Fragment, { period, timezone, names }: Asked) {
  const read: Record<(typeof lists)[number], () => Promise<unknown>> = {
    utmValues: () => ch.query(utmValues(where), utmValuesRow),
    summary: () => ch.query(summary(where), summaryRow),
    scans: () => ch.query(summary(scansOf(where)), summaryRow),
    links: () => ch.query(topLinks(where, 10), topLinksRow),
    someLinks: () => ch.query(topLinks(amongLinks(where, links.slice(1)), 10), topLinksRow),
    counts: () => readCounts(ch, where),
  }
  const lines = granularities.map((granularity) => [
    granularity,
    async () =>
      (await ch.query(timeline(where, { granularity, period, timezone }), timelineRow)).map(({ date, ...counts }) => ({
        date: date.toISOString(),
        ...counts,
      })),
  ])
  const parts = Object.entries(dimensions).map(([name, shape]) => [
    name,
    () => readDimension(ch, breakdown(where, { ...shape, visitors: true }), name),
  ])
  const all: Record<string, () => Promise<unknown>> = { ...read, ...Object.fromEntries([...lines, ...parts]) }
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await all[name]?.()])))
}

async function readDimension(ch: TestStores['ch'], statement: Fragment, name: string) {
  const rows = await ch.query(statement, breakdownRow)
  const total = Math.max(...rows.map(({ level }) => level))
  // The total has any value of a carried column, and combinations are not counted for all shapes.
  return rows
    .filter(({ clicks }) => clicks > 0)
    .map(({ combinations, country, ...row }) => {
      if (row.level !== total) return { ...row, country }
      return name === 'tops' ? row : { ...row, combinations }
    })
}

async function readCounts(ch: TestStores['ch'], where: Fragment) {
  const [counted] = await ch.query(linkCounts(where, 10), linkCountsRow)
  return counted?.ids
    .split(',')
    .map((id, index) => `${id} ${counted.counts.split(',')[index]}`)
    .sort()
}

async function whereOf(stores: TestStores, account_id: string, period: Period, trigger = 'all') {
  const scope: Scope = {
    account_id,
    domain_ids: null,
    campaign_ids: null,
    deleted_ids: await findUnpurged(stores.sql, account_id),
  }
  const query = filterQuery.parse({ trigger })
  const rows = compileFilter(scope, period, query)
  const ask = (statement: Fragment, row: Parameters<typeof stores.ch.query>[1]) => stores.ch.query(statement, row)
  return { rows, found: await useRollups(rows, { sql: stores.sql, scope, period, query, ask: ask as never }) }
}

/** The plan of each read of a table, for statements that read rollups. */
export async function plans(stores: TestStores, account_id: string): Promise<string[][]> {
  const period = { from: null, to: now }
  const { found } = await whereOf(stores, account_id, period)
  const statements = [
    summary(found),
    topLinks(found, 10),
    breakdown(found, shapes.places),
    timeline(found, { granularity: 'day', period, timezone: 'Asia/Kolkata' }),
  ]
  const explained = statements.map(async (statement) => {
    const lines = await stores.ch.query(ch`explain indexes = 1 ${statement}`, z.object({ explain: z.string() }))
    const text = lines.map(({ explain }) => explain).join('\n')
    return text.split('ReadFromMergeTree').slice(1)
  })
  return await Promise.all(explained)
}

/** Days of all time that reports read from rollups. */
export async function rolledDays(stores: TestStores, account_id: string): Promise<string[]> {
  const { found } = await whereOf(stores, account_id, { from: null, to: now + 30 * dayMs })
  return found instanceof RolledWhere ? found.rolled.days.map(({ day }) => day) : []
}

/** Every statement gives the same from rollups as from the clicks, for random periods. Returns how often rollups were read. */
export async function agree(stores: TestStores, account_id: string, numRuns = 5): Promise<number> {
  let rolled = 0
  await fc.assert(
    fc.asyncProperty(anyAsked, async ({ trigger, ...asked }) => {
      const { rows, found } = await whereOf(stores, account_id, asked.period, trigger)
      if (!(found instanceof RolledWhere)) return
      rolled += 1
      expect(await readAll(stores, found, asked)).toEqual(await readAll(stores, rows, asked))
    }),
    { seed, numRuns, endOnFailure: true, examples: [[allTime]] },
  )
  return rolled
}
