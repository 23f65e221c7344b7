import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ch, uuid, uuids } from '#runtime/ch-tag.ts'
import { storeClicks } from '../test/factories/clicks.ts'
import { createKey } from '../test/factories/key.ts'
import { type ClickSet, createClickSet } from './analytics-set.ts'
import { goals } from './goals.ts'
import { cpuPer, type Processes, readAll, sum } from './process-cpu.ts'
import { type Measured, number, type Options, plainRow, rowFor } from './result.ts'
import { type Stack, startOnPort, startWorkers } from './stack.ts'
import { pairedRatios, spreadOf } from './statistics.ts'
import { untilMerged } from './stored-clicks.ts'

/** Numbers of stored clicks. */
const sizes = [1_000_000, 4_000_000, 16_000_000]
const linksPerRound = 40
/** Clicks of each deleted link, on days all over the period. */
const clicksPerLink = 30
const warmUps = 1
/** After the last response, other processes work on the deletions. */
const afterworkMs = 1_000
const reportsPerRound = 2
const dayMs = 86_400_000
const purgeMs = 10 * 60_000
const pollMs = 200

interface Round {
  /** CPU microseconds of each process for one deletion. */
  cpu: Record<string, number>
  /** Reports that still counted a deleted link when they were requested at the response to its deletion. */
  stale: number
}

interface Size {
  clicks: number
  rounds: Round[]
  links: number
  /** CPU seconds of ClickHouse for the purge of all links. */
  purgeSeconds: number
  left: number
}

interface Installation {
  stack: Stack
  set: ClickSet
  processes: Processes
  call: (method: string, path: string, body?: object) => Promise<unknown>
}

/** Deletes links with clicks while more and more clicks are stored. */
export async function benchDeletion(stack: Stack, { rounds }: Options): Promise<Measured> {
  console.log('deletion: starting API and workers ...')
  const workers = await startWorkers(stack)
  const { pid: api, port } = await startOnPort(stack, 'API_PORT', { name: 'api', file: 'api/main.ts' })
  const set = await createClickSet(stack, stack.urls)
  const { key } = await createKey(stack.sql, set.account)
  const call = callerOf(`http://127.0.0.1:${port}/api/v1`, key)
  const installation = { stack, set, processes: { api, workers, ...stack.storePids }, call }
  const measured: Size[] = []
  for (const clicks of sizes) measured.push(await measureSize(installation, clicks, rounds))
  return summarize(measured)
}

const callerOf =
  (url: string, key: string): Installation['call'] =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }

async function measureSize(installation: Installation, clicks: number, rounds: number): Promise<Size> {
  const { stack, set } = installation
  await set.growTo(clicks)
  const links = await createLinks(installation, (rounds + warmUps) * linksPerRound)
  // Otherwise the clicks of the links would be in small parts, which are deleted cheaply.
  await stack.clickhouse.longCommand(ch`optimize table clicks final`)
  await untilMerged(stack)
  const measured: Round[] = []
  for (let round = 1 - warmUps; round <= rounds; round++) {
    const result = await measureRound(
      installation,
      links.slice((round - 1 + warmUps) * linksPerRound).slice(0, linksPerRound),
    )
    if (round < 1) continue
    measured.push(result)
    const parts = Object.entries(result.cpu).map(([name, micros]) => `${name} ${Math.round(micros)}`)
    console.log(`deletion ${clicks} ${round}/${rounds}  µs: ${parts.join(', ')}`)
  }
  const purged = await purge(installation, links)
  console.log(
    `deletion ${clicks}: ${links.length} links purged with ${number(purged.purgeSeconds)} s; ${purged.left} clicks left`,
  )
  return { clicks, rounds: measured, links: links.length, ...purged }
}

async function createLinks({ stack, set, call }: Installation, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push(await createLink(call))
  const account_id = set.account.id
  const at = (index: number) => new Date(Date.now() - (1 + index) * 2 * dayMs).toISOString()
  const clicks = ids.flatMap((link_id) =>
    Array.from({ length: clicksPerLink }, (_, index) => ({ account_id, link_id, at: at(index) })),
  )
  await storeClicks(stack.clickhouse, clicks)
  return ids
}

async function createLink(call: Installation['call']): Promise<string> {
  const { data } = z
    .object({ data: z.object({ id: z.uuid() }) })
    .parse(await call('POST', '/short-urls', { url: 'https://example.com/' }))
  return data.id
}

async function measureRound(installation: Installation, links: readonly string[]): Promise<Round> {
  const { processes, call } = installation
  const [last = '', ...others] = links
  const before = readAll(processes)
  for (const id of others) await call('DELETE', `/short-urls/${id}`)
  await sleep(afterworkMs)
  const cpu = cpuPer(others.length, processes, before)
  const stored = await countReported(installation)
  await call('DELETE', `/short-urls/${last}`)
  const [reported, top] = await Promise.all([
    countReported(installation),
    call('GET', '/analytics/top-performing-urls?dateRange=all_time&limit=100'),
  ])
  const stale = [reported !== stored - clicksPerLink, JSON.stringify(top).includes(last)]
  return { cpu, stale: stale.filter(Boolean).length }
}

async function countReported({ call }: Installation): Promise<number> {
  const answer = await call('GET', '/analytics/overview?dateRange=all_time')
  return z.object({ data: z.object({ total_clicks: z.int() }) }).parse(answer).data.total_clicks
}

/** Makes the deletions a day old, so that the workers purge them. */
async function purge({ stack, set, processes }: Installation, links: readonly string[]) {
  const { clickhouse: pid = 0 } = processes
  const before = readAll({ pid })
  await stack.sql`update deleted_links set deleted_at = now() - interval '25 hours' where purges = 0`
  const end = performance.now() + purgeMs
  for (let unpurged = links.length; unpurged > 0; ) {
    if (performance.now() > end) throw new Error(`${unpurged} deleted links were not purged`)
    await sleep(pollMs)
    const [row] = await stack.sql<[{ count: number }]>`select count(*)::int from deleted_links where purges < 3`
    unpurged = row.count
  }
  const purgeSeconds = sum(cpuPer(1, { pid }, before)) / 1e6
  const [row] = await stack.clickhouse.query(
    ch`select count() as left from clicks where account_id = ${uuid(set.account.id)} and link_id in (${uuids(links)})`,
    z.object({ left: z.int() }),
  )
  return { purgeSeconds, left: row?.left ?? Number.NaN }
}

function summarize(measured: readonly Size[]): Measured {
  const [smallest, largest] = [measured[0], measured.at(-1)]
  if (smallest === undefined || largest === undefined) throw new Error('nothing was measured')
  const cpuOf = ({ rounds }: Size) => rounds.map(({ cpu }) => sum(cpu) / 1_000)
  const rows = measured.map((size) =>
    plainRow(`Delete a link: CPU of all processes, ${millions(size)} clicks`, 'ms', spreadOf(cpuOf(size))),
  )
  const all = measured.flatMap(({ rounds }) => rounds)
  const stale = all.reduce((total, round) => total + round.stale, 0)
  const left = Math.max(...measured.map((size) => size.left))
  const { links, purgeSeconds } = largest
  const conditions = `${links} links with ${clicksPerLink} clicks each, ${millions(largest)} stored`
  return {
    rows: [
      ...rows,
      rowFor(goals.deletion, pairedRatios(cpuOf(largest), cpuOf(smallest))),
      rowFor(goals.deletedReported, spreadOf([stale]), `${reportsPerRound * all.length} reports`),
      plainRow('Nightly purge: CPU of ClickHouse', 's', spreadOf([purgeSeconds]), conditions),
      rowFor(goals.deletedLeft, spreadOf([left])),
    ],
    plot: {
      title: 'CPU time per deleted link',
      subtitle: 'ms, lower is better · all processes, by stored clicks',
      rows,
    },
    rounds: measured,
  }
}

const millions = ({ clicks }: Size) => `${clicks / 1e6} million`
