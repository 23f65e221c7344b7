import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { prepareDataDir } from '../../embedded/folders.ts'
import type { Supervised } from '../../embedded/supervised.ts'
import { eventually } from '../stack/eventually.ts'
import { type Haproxy, hasHaproxy, startHaproxy } from '../stack/haproxy.ts'
import { createNetwork, type Machine, type Network, whyNoMachines } from '../stack/machines.ts'
import { prepareApp } from './apps.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createLinks } from './links.ts'
import { Proxy } from './proxy.ts'
import { faultSeconds } from './settings.ts'
import { appSettings, type FaultStack, startStack } from './stack.ts'
import { SupervisionLog } from './supervision-log.ts'

const whyNot = whyNoMachines() ?? (hasHaproxy() ? undefined : 'HAProxy is not installed')
if (whyNot !== undefined) console.warn(`SKIPPED: the test of several machines, because ${whyNot}`)

const machineCount = 3
const redirectPort = 8080
/** By default, each data folder has its own key. */
const sharedSettings = { ENCRYPTION_KEY: 'a key that all machines have in common' }
/** Time under load before a fault and after it. */
const calmMs = 1_000
const patienceMs = 60_000

describe.skipIf(whyNot !== undefined)('three machines behind HAProxy', () => {
  let network: Network
  let stack: FaultStack
  let balancer: Haproxy
  let redirectors: Supervised[]
  let dataDirs: string[]
  const supervision: SupervisionLog[] = []
  const undo: (() => unknown)[] = []

  beforeAll(async () => {
    network = createNetwork(machineCount)
    undo.push(() => network.close())
    stack = await startStack({ redirectors: 0, env: sharedSettings })
    undo.push(() => stack.close())
    const urls = await openStoresTo(network.gateway)
    dataDirs = network.machines.map((_, index) => prepareDataDir(join(stack.dataDir, `machine-${index}`)))
    redirectors = network.machines.map((machine, index) => prepareRedirector(machine, dataDirs[index] ?? '', urls))
    undo.push(() => Promise.all(redirectors.map((redirector) => redirector.stop('SIGKILL'))))
    await Promise.all(redirectors.map((redirector) => redirector.start()))
    balancer = await startHaproxy(network.machines.map(({ address }) => `${address}:${redirectPort}`))
    undo.push(() => balancer.stop())
    await untilStates('UP', 'UP', 'UP')
  })
  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** The URLs of the stores for the machines, which do not reach the loopback address of this one. */
  async function openStoresTo(gateway: string): Promise<StoreUrls> {
    const route = async (url: string) => {
      const proxy = await Proxy.open(url, gateway)
      undo.push(() => proxy.close())
      return proxy.route(url)
    }
    const { database_url, redis_url, clickhouse_url } = stack.urls
    return {
      database_url: await route(database_url),
      redis_url: await route(redis_url),
      clickhouse_url: await route(clickhouse_url),
    }
  }

  function prepareRedirector({ address, within }: Machine, dataDir: string, urls: StoreUrls): Supervised {
    const env = {
      ...appSettings,
      ...sharedSettings,
      LISTEN_HOST: address,
      REDIRECT_PORT: String(redirectPort),
      TRUSTED_PROXIES: network.gateway,
    }
    const healthUrl = `http://${address}:${redirectPort}/healthz`
    const log = new SupervisionLog(dataDir)
    supervision.push(log)
    return prepareApp({
      ...{ name: 'redirector', file: 'redirector/main.ts', dataDir, urls, env, healthUrl, within },
      log: log.write,
    })
  }

  /** Returns when the balancer has noticed. */
  async function untilStates(...states: string[]): Promise<number> {
    await eventually(async () => expect(await balancer.readStates()).toEqual(states), patienceMs)
    return Date.now()
  }

  it('lose no click and fail no visit after the health check, with one cut off and one restarted', async () => {
    const clicker = new Clicker({ ports: [balancer.port], codes: await createLinks(stack, 5) })
    clicker.start()
    await sleep(calmMs)
    const cutAt = Date.now()
    network.machines[0]?.cutOff()
    const noticedAt = await untilStates('DOWN', 'UP', 'UP')
    await sleep(faultSeconds * 1_000)
    network.machines[0]?.reconnect()
    await untilStates('UP', 'UP', 'UP')
    const restarted = redirectors[1]
    const pid = restarted?.pid
    restarted?.signal('SIGTERM')
    await untilStates('UP', 'NOLB', 'UP')
    await untilStates('UP', 'UP', 'UP')
    await sleep(calmMs)
    await clicker.stop()

    const failed = [...clicker.sent.values()].filter(({ outcome }) => outcome !== 'answered')
    console.log(
      `${clicker.sent.size} visits, ${failed.length} failed before the cut was noticed after ${noticedAt - cutAt} ms; ` +
        `longest response: ${clicker.longestAnswerMs} ms`,
    )
    expect(restarted?.pid).not.toBe(pid)
    expect(supervision.flatMap((log) => log.crashes())).toEqual([])
    expect(clicker.failedConnections).toBe(0)
    const failedAfter = failed.map(({ sentAt }) => sentAt - cutAt)
    expect(failedAfter.filter((ms) => ms < -calmMs || ms > noticedAt - cutAt)).toEqual([])
    // The error of the balancer does not tell whether the machine had stored the click.
    for (const visit of failed) visit.outcome = 'none'
    expect(await checkSet(stack, clicker, { dataDirs })).toMatchObject(flawless)
  })
})
