import { setTimeout as sleep } from 'node:timers/promises'
import type { Supervised } from '../../embedded/supervised.ts'
import type { FaultStack } from './stack.ts'

const returnMs = 120_000
const pollMs = 50

/** Sends kill -9; returns when the process has been restarted and works. */
export const killAndReturn = (stack: FaultStack, ...victims: Supervised[]) => killAndWait(stack, victims, returnMs)

/** The same with another limit: a store with many records loads them before it responds. */
export async function killAndWait(stack: FaultStack, victims: Supervised[], mostMs: number): Promise<void> {
  const before = victims.map((victim) => victim.pid)
  for (const victim of victims) victim.signal('SIGKILL')
  const isRestarted = () => victims.every((victim, index) => victim.pid !== undefined && victim.pid !== before[index])
  await until(isRestarted, mostMs)
  await untilAllWork(stack, mostMs)
}

/** Waits until every store runs queries and every process passes its health check. */
export async function untilAllWork(stack: FaultStack, mostMs = returnMs): Promise<void> {
  const checks = [
    () => stack.sql`select 1`,
    () => stack.redis.ping(),
    () => stack.clickhouse.ping(),
    ...stack.healthUrls.map(
      (url) => () => fetch(url, { signal: AbortSignal.timeout(2_000) }).then((answer) => answer.arrayBuffer()),
    ),
  ]
  const allWork = async () =>
    (await Promise.allSettled(checks.map((check) => check()))).every(({ status }) => status === 'fulfilled')
  await until(allWork, mostMs)
}

async function until(check: () => boolean | Promise<boolean>, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not restarted within ${mostMs / 1000} s`)
    await sleep(pollMs)
  }
}
