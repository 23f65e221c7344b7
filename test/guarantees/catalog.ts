import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { inside } from '../../embedded/folders.ts'
import type { Supervised } from '../../embedded/supervised.ts'
import type { Dice } from './dice.ts'
import { insertMarker, plantGhostToken } from './ghost-token.ts'
import { killAndReturn, untilAllWork } from './kills.ts'
import { faultSeconds } from './settings.ts'
import type { FaultStack, StoreName } from './stack.ts'

/** A fault, which is over when `strike` returns. */
export interface Fault {
  name: string
  strike(stack: FaultStack): Promise<void>
}

/** A kill -9 of one process, or of two at once. */
export function drawKill(stack: FaultStack, dice: Dice): Fault {
  const victims = [dice.pick(everyProcess(stack))]
  if (dice.roll() < 0.4) victims.push(dice.pick(everyProcess(stack).filter((other) => !victims.includes(other))))
  const name = `kill ${victims.map((victim) => victim.name).join(' and ')}`
  return { name, strike: () => killAndReturn(stack, ...victims) }
}

/** Half of the faults are kills, the others are outages. */
export function drawFault(stack: FaultStack, dice: Dice): Fault {
  return dice.roll() < 0.5 ? drawKill(stack, dice) : dice.pick(outages)
}

const everyProcess = (stack: FaultStack): Supervised[] => [
  stack.api,
  ...stack.redirectors,
  ...stack.workers,
  ...Object.values(stack.stores),
]

const outageMs = faultSeconds * 1_000
const cutsInARow = 3
const slowMs = 300

const spelled: Record<StoreName, string> = { postgres: 'Postgres', redis: 'Redis', clickhouse: 'ClickHouse' }

const outages: Fault[] = [
  ...(['postgres', 'redis', 'clickhouse'] as const).flatMap((store) => [away(store), standsStill(store)]),
  { name: 'ClickHouse is killed between log and rename', strike: async (stack) => void (await plantGhostToken(stack)) },
  { name: 'responses to inserts are cut off', strike: cutReplies },
  { name: 'an insert arrives after its retry', strike: deliverLate },
  { name: 'the network to ClickHouse is slow', strike: slowDown },
  { name: 'the network to ClickHouse drops everything', strike: blackHole },
  { name: 'Redis is flushed', strike: async ({ redis }) => void (await redis.flushall()) },
  { name: 'Redis restarts without its data', strike: emptyRedis },
  { name: 'Redis is at its memory limit', strike: limitRedis },
  { name: 'a redirector is paused', strike: (stack) => pause(stack.redirectors[0]) },
  { name: 'a worker is paused', strike: (stack) => pause(stack.workers[0]) },
]

function away(store: StoreName): Fault {
  return {
    name: `${spelled[store]} is down`,
    strike: async (stack) => {
      await stack.stores[store].stop('SIGKILL')
      await sleep(outageMs)
      await stack.stores[store].start()
      await untilAllWork(stack)
    },
  }
}

function standsStill(store: StoreName): Fault {
  return { name: `${spelled[store]} is paused`, strike: (stack) => pause(stack.stores[store]) }
}

async function pause(process: Supervised | undefined): Promise<void> {
  process?.signal('SIGSTOP')
  await sleep(outageMs)
  process?.signal('SIGCONT')
}

async function cutReplies(stack: FaultStack): Promise<void> {
  for (let cut = 0; cut < cutsInARow; cut++) await stack.proxy('workers', 'clickhouse').cutReply(insertMarker)
}

async function deliverLate(stack: FaultStack): Promise<void> {
  const held = await stack.proxy('workers', 'clickhouse').hold(insertMarker)
  await sleep(outageMs)
  await held.deliver()
}

async function slowDown(stack: FaultStack): Promise<void> {
  const proxy = stack.proxy('workers', 'clickhouse')
  proxy.delay(slowMs)
  await sleep(outageMs)
  proxy.pass()
}

async function blackHole(stack: FaultStack): Promise<void> {
  const proxy = stack.proxy('workers', 'clickhouse')
  proxy.blackHole()
  await sleep(outageMs)
  proxy.pass()
}

async function emptyRedis(stack: FaultStack): Promise<void> {
  await stack.stores.redis.stop('SIGKILL')
  await rm(`${inside(stack.dataDir).redis}/appendonlydir`, { recursive: true })
  await stack.stores.redis.start()
  await untilAllWork(stack)
}

async function limitRedis(stack: FaultStack): Promise<void> {
  await stack.redis.config('SET', 'maxmemory', '1')
  await sleep(outageMs)
  await stack.redis.config('SET', 'maxmemory', '0')
}
