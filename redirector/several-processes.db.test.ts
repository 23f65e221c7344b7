import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demandFreePort, freePort } from '../embedded/ports.ts'
import { linkWriter } from '../test/redirector/link-writer.ts'
import { spawnRedirector, spooled } from '../test/redirector/run-redirector.ts'
import { storeClicks } from '../test/redirector/store-clicks.ts'
import { visit } from '../test/redirector/visit.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'

const visitorsAtOnce = 16
/** Time for processes to start serving, on a busy machine too. */
const bothServeMs = 120_000
const nodeSettings = { TRANSPORT: 'node', REDIRECTOR_PROCESSES: '2' }

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
  const links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  await links.insert('tracked', { tracking_enabled: true })
})

beforeEach(() => stores.redis.flushdb())

afterAll(() => stores.close())

describe('several redirectors on one port', () => {
  it('all serve visits through uWebSockets.js, as separate processes', async () => {
    const port = await freePort()
    const settings = { TRANSPORT: 'uws', REDIRECTOR_PROCESSES: '2', REDIRECT_PORT: String(port) }
    await spawnRedirector(stores, settings)
    await spawnRedirector(stores, { ...settings, INSTANCE: '1' })
    expect(await clicksOfBoth(port)).toBeGreaterThan(0)
  })

  it('all serve visits through node:http as child processes, and are restarted when they die', async () => {
    const internal = await eventually(twoFreePorts)
    const settings = { ...nodeSettings, METRICS_PORT_REDIRECTOR: String(internal) }
    const { child, port } = await spawnRedirector(stores, settings)
    expect(await clicksOfBoth(port)).toBeGreaterThan(0)
    for (const own of [internal, internal + 1]) {
      expect((await fetch(`http://127.0.0.1:${own}/healthz`)).status).toBe(200)
    }
    const [first = 0] = await eventually(() => childrenOf(child, 2))
    process.kill(first, 'SIGKILL')
    await eventually(() => expect(childrenOf(child, 2)).not.toContain(first))
    expect(await clicksOfBoth(port)).toBeGreaterThan(0)

    process.kill(child.pid ?? 0, 'SIGTERM')
    expect(await exitCode(child)).toBe(0)
    const left = [...(await spooled(stores, 0)), ...(await spooled(stores, 1))]
    expect(left.filter((name) => name.endsWith('.open'))).toEqual([])
  })

  it('exit with the process that holds their port', async () => {
    const { child } = await spawnRedirector(stores, nodeSettings)
    const children = await eventually(() => childrenOf(child, 2))
    child.kill('SIGKILL')
    await eventually(() => expect(children.filter(isAlive)).toEqual([]))
  })
})

/** Visits until both processes have spooled clicks and each click is stored once. */
async function clicksOfBoth(port: number): Promise<number> {
  const workers = storeClicks(stores)
  onTestFinished(() => workers.close())
  const answered: string[] = []
  let visiting = true
  const keepVisiting = async (visitor: number) => {
    for (let count = 0; visiting; count++) {
      const token = `t=${visitor}-${count}-${Math.random()}`
      const seen = await visit(port, `/tracked?${token}`).catch(() => undefined)
      if (seen?.status === 302) answered.push(token)
    }
  }
  const visitors = Array.from({ length: visitorsAtOnce }, (_, visitor) => keepVisiting(visitor))
  try {
    for (const instance of [0, 1]) {
      await eventually(async () => expect(await spooled(stores, instance)).not.toEqual([]), bothServeMs)
    }
  } finally {
    visiting = false
    await Promise.all(visitors)
  }
  await eventually(() => {
    const stored = workers.clicks().map((click) => click.query)
    expect(answered.filter((token) => !stored.includes(token))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
  })
  await workers.close()
  return answered.length
}

/** Returns the first of them. */
async function twoFreePorts(): Promise<number> {
  const port = await freePort()
  await demandFreePort('the next one', '127.0.0.1', port + 1)
  return port
}

function childrenOf({ pid }: ChildProcess, count: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  expect(children).toHaveLength(count)
  return children
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

const exitCode = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })
