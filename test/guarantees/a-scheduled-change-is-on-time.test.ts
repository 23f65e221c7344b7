import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { Clicker } from './clicker.ts'
import { type ApiLink, createLink, createLinks } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

const page = (name: string) => `https://example.com/${name}`
/** Visitors of the link at a time, on each redirector. */
const lanes = 4
const leadMs = 4_000
/** How long the link is visited after the change. */
const tailMs = 1_500
/** How long redirectors may take to come back. */
const backMostMs = 120_000

let stack: FaultStack
let load: Clicker
beforeAll(async () => {
  stack = await startStack({ redirectors: 2, workers: 2 })
  // Only redirectors apply changes in the tests that do not start the workers.
  await Promise.all(stack.workers.map((worker) => worker.stop()))
  load = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 20), perSecond: 400 })
  load.start()
})
afterAll(async () => {
  await load.stop()
  await stack.close()
})

interface Planned {
  link: ApiLink
  /** Unix milliseconds. */
  due: number
}

async function plan(custom_alias: string, ms = leadMs): Promise<Planned> {
  const due = Date.now() + ms
  const schedules = [{ at: new Date(due).toISOString(), changes: { url: page('after') } }]
  return { link: await createLink(stack, { custom_alias, url: page('before'), schedules }), due }
}

interface Seen {
  port: number
  start: number
  end: number
  location: string | undefined
}

/**
 * Visits a link on every redirector until some time after its change, and after `fault`, during which connections may fail.
 */
async function watch({ link, due }: Planned, fault?: Promise<unknown>): Promise<Seen[]> {
  const seen: Seen[] = []
  let end = due + tailMs
  let isOver = fault === undefined
  void fault?.finally(() => {
    end = Math.max(end, Date.now() + tailMs)
    isOver = true
  })
  const lane = async (port: number) => {
    while (!isOver || Date.now() < end) {
      const start = Date.now()
      try {
        const { location } = await visit(port, link.short_code)
        seen.push({ port, start, end: Date.now(), location })
      } catch (error) {
        if (isOver) throw error
      }
    }
  }
  await Promise.all(stack.ports.flatMap((port) => Array.from({ length: lanes }, () => lane(port))))
  return seen
}

/** All processes have one clock here: visits from the time on see the change, and those that ended before do not. */
function expectOnTime(seen: readonly Seen[], due: number, what: string): void {
  const early = seen.filter(({ end, location }) => end < due && location !== page('before'))
  const late = seen.filter(({ start, location }) => start >= due && location !== page('after'))
  expect({ early, late }).toEqual({ early: [], late: [] })
  for (const port of stack.ports) {
    const own = seen.filter((one) => one.port === port)
    expect(own.some(({ start }) => start >= due)).toBe(true)
    const first = own.filter(({ location }) => location === page('after')).map(({ end }) => end - due)
    console.log(`${what}: ${own.length} visits, first with the change after ${Math.min(...first)} ms`)
  }
}

/** Kills every redirector, and waits until all are back. The workers are not: they have not been started. */
async function killRedirectors({ short_code }: ApiLink): Promise<void> {
  const former = stack.redirectors.map(({ pid }) => pid)
  for (const redirector of stack.redirectors) redirector.signal('SIGKILL')
  await eventually(async () => {
    expect(stack.redirectors.filter(({ pid }, index) => pid === undefined || pid === former[index])).toEqual([])
    for (const port of stack.ports) expect((await visit(port, short_code)).status).toBe(302)
  }, backMostMs)
}

const rowOf = async ({ link }: Planned) => {
  const [row] = await stack.sql<{ url: string; schedules: unknown[] }[]>`
    select url, schedules from links where id = ${link.id}`
  return row
}
const appliedTo = ({ link }: Planned) => stack.sql`
  select from history where object_id = ${link.id} and actor ->> 'type' = 'schedule'`

describe('a scheduled change takes effect at its time on every redirector', () => {
  it('under load, while no worker runs', async () => {
    const planned = await plan('under-load')
    const seen = await watch(planned)
    expectOnTime(seen, planned.due, 'under load')
    expect(seen.some(({ location }) => location === page('before'))).toBe(true)
    expect(await rowOf(planned)).toMatchObject({ url: page('before'), schedules: [{}] })
  })

  it('although the redirectors were killed and Redis was emptied before it', async () => {
    const planned = await plan('restarted', 2 * leadMs)
    await stack.redis.flushall()
    const seen = await watch(planned, killRedirectors(planned.link))
    expectOnTime(seen, planned.due, 'after a restart')
  })

  it('while the API, Redis and Postgres are down', async () => {
    const planned = await plan('on-its-own', 2 * leadMs)
    for (const port of stack.ports) expect((await visit(port, planned.link.short_code)).location).toBe(page('before'))
    const down = [stack.api, stack.stores.redis, stack.stores.postgres]
    await Promise.all(down.map((process) => process.stop('SIGKILL')))
    try {
      expectOnTime(await watch(planned), planned.due, 'without stores')
    } finally {
      await Promise.all([stack.stores.redis, stack.stores.postgres].map((process) => process.start()))
      await stack.api.start()
      await eventually(() => Promise.all([stack.sql`select 1`, stack.redis.ping()]))
    }
  })
})

it('several workers that start late apply each scheduled change once', async () => {
  const planned = await Promise.all(Array.from({ length: 20 }, (_, index) => plan(`late-${index}`, 2 * leadMs)))
  await eventually(() => expect(Date.now()).toBeGreaterThan(Math.max(...planned.map(({ due }) => due))))
  await Promise.all(stack.workers.map((worker) => worker.start()))
  for (const one of planned) {
    await eventually(async () => expect(await rowOf(one)).toEqual({ url: page('after'), schedules: [] }))
    expect(await appliedTo(one)).toHaveLength(1)
  }
})
