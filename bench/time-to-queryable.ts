import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import { ch, uuids } from '#runtime/ch-tag.ts'
import type { Stack } from './stack.ts'
import { follow, steadily } from './steadily.ts'
import { distinctVisits } from './visits.ts'

/** Far below the limit of two cores, so that the load is steady and no backlog builds up. */
export const visitsPerSecond = 400
const pollMs = 20
const waitMs = 30_000
const sockets = 16

interface ProbePlan {
  probes: number
  seconds: number
  links: number
}

/** Measures the time from a response until its click is queryable, under a steady load of other clicks. */
export async function measureQueryable(
  { clickhouse, sql }: Stack,
  port: number,
  { probes, seconds, links }: ProbePlan,
): Promise<{ waitsMs: number[]; loadClicks: number }> {
  console.log(`pipeline: ${probes} probes under ${visitsPerSecond} clicks a second ...`)
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: sockets })
  const codes = await sql<{ id: string; code: string }[]>`select id, code from links where code like 'probe%'`
  const idOf = new Map(codes.map(({ id, code }) => [`/${code}`, id]))
  const answeredAt = new Map<string, number>()
  const waitsMs: number[] = []
  const probeVisits = distinctVisits({ prefix: 'probe', codes: probes }).slice(0, probes)
  const load = steadily(visitsPerSecond, seconds, distinctVisits({ prefix: 'tracked', codes: links }), (visit) =>
    follow(pool, visit),
  )
  const probing = steadily(probes / seconds, seconds, probeVisits, async (visit) => {
    await follow(pool, visit)
    answeredAt.set(idOf.get(visit.path) ?? '', performance.now())
  })
  const [loadClicks] = await Promise.all([load, probing, untilAllAreVisible()])
  await pool.close()
  return { waitsMs, loadClicks }

  async function untilAllAreVisible(): Promise<void> {
    const end = performance.now() + seconds * 1000 + waitMs
    while (waitsMs.length < probes) {
      if (performance.now() > end) throw new Error(`only ${waitsMs.length} of ${probes} probes became queryable`)
      for (const link of await visibleProbes()) {
        const since = answeredAt.get(link)
        if (since !== undefined) waitsMs.push(performance.now() - since)
        answeredAt.delete(link)
      }
      await sleep(pollMs)
    }
  }

  async function visibleProbes(): Promise<string[]> {
    const waiting = [...answeredAt.keys()]
    if (waiting.length === 0) return []
    const rows = await clickhouse.query(ch`select link_id from clicks where link_id in ${uuids(waiting)}`, probeRow)
    return rows.map(({ link_id }) => link_id)
  }
}

const probeRow = z.object({ link_id: z.string() })
