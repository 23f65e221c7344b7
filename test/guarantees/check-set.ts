import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import type { Clicker } from './clicker.ts'
import type { ApiLink } from './links.ts'
import type { FaultStack } from './stack.ts'

type StoresToCheck = Pick<FaultStack, 'sql' | 'clickhouse'>

export interface Verdict {
  answered: number
  /** Number of rows in ClickHouse. */
  stored: number
  /** Answered visits that are not stored. */
  missing: string[]
  /** Visits or click ids that are stored more than once. */
  duplicates: string[]
  /** Stored clicks that were never sent, or whose response was not a redirect. */
  strangers: string[]
  /** Links with a count in Postgres that differs from their rows in ClickHouse. */
  miscounted: string[]
  /** Segments of clicks that are still on a redirector's disk. */
  waiting: string[]
}

/**
 * Covers, in sequence, a job of a killed worker (15 s), a batch that Redis lost (15 s), and a hanging request
 * (35 s).
 */
const drainMs = 120_000
/** With an empty spool nothing is in transit: what is wrong this long after that stays wrong. */
const settleMs = 5_000
const pollMs = 250

interface Exceptions {
  /** Number of clicks that are counted as lost. */
  lost?: number
  /** A deleted link, whose clicks may or may not be stored. */
  deleted?: ApiLink
  /** The data folders of the redirectors, if they are not in the one of the stack. */
  dataDirs?: readonly string[]
}

/** Waits until the spool has no segments, then compares the answered clicks to the stored ones, one by one. */
export async function checkSet(
  stack: StoresToCheck & Pick<FaultStack, 'dataDir'>,
  clicker: Pick<Clicker, 'sent'>,
  { lost = 0, deleted, dataDirs = [stack.dataDir] }: Exceptions = {},
): Promise<Verdict> {
  const end = performance.now() + drainMs
  let emptySince = Number.POSITIVE_INFINITY
  for (;;) {
    const waiting = dataDirs.flatMap(segmentsWaiting)
    emptySince = waiting.length > 0 ? Number.POSITIVE_INFINITY : Math.min(emptySince, performance.now())
    const late = performance.now() > Math.min(end, emptySince + settleMs)
    if (waiting.length === 0 || late) {
      const verdict = { ...(await compare(stack, clicker, deleted)), waiting }
      if (late || isFinal(verdict, lost)) return verdict
    }
    await sleep(pollMs)
  }
}

/** The required result: nothing is missing, duplicated or otherwise wrong. */
export const flawless = { missing: [], duplicates: [], strangers: [], miscounted: [], waiting: [] }

function isFinal(verdict: Verdict, lost: number): boolean {
  if (verdict.missing.length > lost) return false
  return Object.keys(flawless).every((key) => key === 'missing' || verdict[key as keyof typeof flawless].length === 0)
}

export function segmentsWaiting(dataDir: string): string[] {
  const spool = join(dataDir, 'spool')
  return readdirSync(spool).flatMap((folder) =>
    readdirSync(join(spool, folder))
      .filter((name) => name.endsWith('.seg') || name.endsWith('.open'))
      .map((name) => `${folder}/${name}`),
  )
}

async function compare(
  stack: StoresToCheck,
  { sent }: Pick<Clicker, 'sent'>,
  deleted: ApiLink | undefined,
): Promise<Omit<Verdict, 'waiting'>> {
  const rows = await tokensStored(stack)
  const strangers: string[] = []
  const duplicates: string[] = []
  let stored = 0
  for (const { token, copies } of rows) {
    stored += copies
    const visit = sent.get(token)
    if (visit === undefined || visit.outcome === 'refused') strangers.push(token)
    if (copies > 1) duplicates.push(`${token} is stored ${copies} times`)
  }
  const known = new Set(rows.map(({ token }) => token))
  const answered = [...sent].filter(([, visit]) => visit.outcome === 'answered').map(([token]) => token)
  return {
    answered: answered.length,
    stored,
    missing: answered.filter((token) => !known.has(token) && sent.get(token)?.code !== deleted?.short_code),
    duplicates: [...duplicates, ...(await repeatedIds(stack))],
    strangers,
    miscounted: await miscountedLinks(stack, deleted?.id),
  }
}

const tokenRow = z.object({ token: z.string(), copies: z.number() })

function tokensStored({ clickhouse }: StoresToCheck) {
  return clickhouse.query(
    ch`
      select extract(destination_url, '[?&]t=([^&#]+)') as token, toUInt32(count()) as copies
      from clicks
      group by token`,
    tokenRow,
  )
}

const idRow = z.object({ click_id: z.string(), copies: z.number() })

async function repeatedIds({ clickhouse }: StoresToCheck): Promise<string[]> {
  const rows = await clickhouse.query(
    ch`
      select click_id, toUInt32(count()) as copies
      from clicks
      group by click_id
      having copies > 1`,
    idRow,
  )
  return rows.map(({ click_id, copies }) => `click ${click_id} is stored ${copies} times`)
}

const countRow = z.object({ link_id: z.string(), clicks: z.number() })

async function miscountedLinks({ clickhouse, sql }: StoresToCheck, deletedId: string | undefined): Promise<string[]> {
  const stored = await clickhouse.query(
    ch`
      select link_id, toUInt32(countIf(traffic != 'bot')) as clicks
      from clicks
      group by link_id`,
    countRow,
  )
  const counted = await sql<{ link_id: string; clicks: number }[]>`select link_id, clicks from link_counts`
  const inClickhouse = new Map(stored.map(({ link_id, clicks }) => [link_id, clicks]))
  const inPostgres = new Map(counted.map(({ link_id, clicks }) => [link_id, clicks]))
  const links = new Set([...inClickhouse.keys(), ...inPostgres.keys()])
  return [...links]
    .map((link) => ({ link, rows: inClickhouse.get(link) ?? 0, count: inPostgres.get(link) ?? 0 }))
    .filter(({ link, rows, count }) => rows !== count && link !== deletedId)
    .map(({ link, rows, count }) => `link ${link} has ${rows} rows and a count of ${count}`)
}
