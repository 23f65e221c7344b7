import { z } from 'zod'
import { buildDays } from '#model/clicks/rollups/build-days.ts'
import { openDays } from '#model/clicks/rollups/open-days.ts'
import { ch } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { goals } from './goals.ts'
import { cpuPer, readAll } from './process-cpu.ts'
import { number, plainRow, type Row, rowFor } from './result.ts'
import type { Stack } from './stack.ts'
import { pairedRatios, spreadOf } from './statistics.ts'

const dayMs = 86_400_000
/** Rollups cover days of at least 50,000 clicks. Smaller sets are measured too, with smaller days. */
const leastClicks = 1

const questions = {
  overview: '/analytics/overview?',
  timeline: '/analytics/timeline?',
  zoned: '/analytics/timeline?timezone=Asia/Kolkata&',
  topLinks: '/analytics/top-performing-urls?',
  places: '/analytics/user-locations?',
  complete: '/analytics/complete/all?',
} as const
type Question = keyof typeof questions
const names = Object.keys(questions) as Question[]

const labels: Record<Question, string> = {
  overview: goals.rolledOverview.label,
  timeline: goals.rolledTimeline.label,
  zoned: 'Timeline of 30 finished days in India, ratio to clicks',
  topLinks: goals.rolledTopLinks.label,
  places: 'Places of 30 finished days, ratio to clicks',
  complete: goals.rolledComplete.label,
}
const goalOf: { [Name in Question]?: (typeof goals)[keyof typeof goals] } = {
  overview: goals.rolledOverview,
  timeline: goals.rolledTimeline,
  topLinks: goals.rolledTopLinks,
  complete: goals.rolledComplete,
}

/** CPU microseconds of ClickHouse for one report. */
interface Cost {
  clicks: number
  rollups: number
}
export type RolledRound = Record<Question, Cost>

export interface Rolled {
  clicks: number
  buildSeconds: number
  bytesPerClick: number
  rounds: RolledRound[]
}

/** Builds the rollups of one account, and compares its reports of 30 finished days from them and from the clicks. */
export async function measureRolled(
  stack: Stack,
  accountId: string,
  { rounds, ask }: { rounds: number; ask: (path: string) => Promise<unknown> },
): Promise<Rolled> {
  const { sql } = stack
  const { buildSeconds, clicks, bytesPerClick } = await build(stack, accountId)
  const dateOf = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
  const period = `startDate=${dateOf(30)}&endDate=${dateOf(1)}`
  // Under the id of no account, reports do not find them.
  const hidden = uuidv7()
  const clickhouse = stack.storePids.clickhouse
  if (clickhouse === undefined) throw new Error('the bench has not started ClickHouse')
  const cost = async (name: Question) => {
    await ask(`${questions[name]}${period}`)
    const before = readAll({ clickhouse })
    for (let time = 0; time < timesEach; time++) await ask(`${questions[name]}${period}`)
    return cpuPer(timesEach, { clickhouse }, before)['clickhouse'] ?? Number.NaN
  }
  const measured: RolledRound[] = []
  for (let round = 1; round <= rounds; round++) {
    const costs = {} as RolledRound
    for (const name of names) {
      const rollups = await cost(name)
      await sql`update click_rollups set account_id = ${hidden} where account_id = ${accountId}`
      costs[name] = { rollups, clicks: await cost(name) }
      await sql`update click_rollups set account_id = ${accountId} where account_id = ${hidden}`
    }
    measured.push(costs)
    const parts = names.map(
      (name) => `${name} ${number(costs[name].rollups / 1_000)} of ${number(costs[name].clicks / 1_000)} ms`,
    )
    console.log(`analytics: CPU of ClickHouse with rollups ${round}/${rounds}: ${parts.join(', ')}`)
  }
  return { clicks, buildSeconds, bytesPerClick, rounds: measured }
}

/** Reports per measurement: processor time is counted in steps of 10 ms. */
const timesEach = 3

const bytesRow = z.object({ bytes: z.number() })
const bytesOfRollups = ch`
  select toFloat64(sum(bytes_on_disk)) as bytes
  from system.parts
  where database = currentDatabase() and table in ('click_rollups', 'click_rollup_spans') and active`

/** The workers add none. */
export async function removeRollups({ sql }: Stack): Promise<void> {
  await sql`truncate click_rollups`
  await sql`update click_rollup_progress set checked_before = now()::date + 1`
}

async function build({ sql, clickhouse }: Stack, accountId: string) {
  const stores = { sql, clickhouse }
  // The workers wait while this connection holds the lock of their task.
  const end = await hold(sql)
  await sql`update click_rollup_progress set checked_before = '1970-01-01'`
  let isOpening = true
  while (isOpening) isOpening = await openDays(stores, { windowDays: 1, leastClicks })
  await sql`delete from click_rollups where account_id != ${accountId}`
  await sql`update click_rollups set changed_at = now() - interval '1 hour'`
  const start = performance.now()
  let isBuilding = true
  while (isBuilding) isBuilding = await buildDays(stores)
  const buildSeconds = (performance.now() - start) / 1_000
  const [sum] = await sql<{ clicks: number }[]>`select coalesce(sum(clicks), 0)::float8 as clicks from click_rollups`
  const clicks = sum?.clicks ?? 0
  await end()
  const [disk] = await clickhouse.query(bytesOfRollups, bytesRow)
  return { buildSeconds, clicks, bytesPerClick: (disk?.bytes ?? Number.NaN) / clicks }
}

async function hold(sql: Stack['sql']): Promise<() => Promise<void>> {
  const connection = await sql.reserve()
  await connection`select pg_advisory_lock(hashtextextended('upkeep rollups', 0))`
  return async () => {
    await connection`select pg_advisory_unlock(hashtextextended('upkeep rollups', 0))`
    connection.release()
  }
}

export function rolledRows({ clicks, buildSeconds, bytesPerClick, rounds }: Rolled): Row[] {
  const rows = names.map((name) => {
    const rolled = rounds.map((round) => round[name].rollups)
    const plain = rounds.map((round) => round[name].clicks)
    const ratio = pairedRatios(rolled, plain)
    const note = `${number(spreadOf(rolled).median / 1_000)} of ${number(spreadOf(plain).median / 1_000)} ms CPU`
    const goal = goalOf[name]
    return goal === undefined ? plainRow(labels[name], '', ratio, note) : rowFor(goal, ratio, note)
  })
  const note = `${number(clicks / 1e6)} million clicks in ${number(buildSeconds)} s`
  return [
    ...rows,
    plainRow('Building rollups', 'µs per click', spreadOf([(buildSeconds * 1e6) / clicks]), note),
    plainRow('Rollups on disk', 'B per click', spreadOf([bytesPerClick])),
  ]
}
