import { setTimeout as sleep } from 'node:timers/promises'
import type { Supervised } from '../../embedded/supervised.ts'
import type { FaultStack } from './stack.ts'

const returnMs = 120_000
const pollMs = 50

/** Sends kill -9; returns when the process has been restarted and works. */
export async function killAndReturn(stack: FaultStack, ...victims: Supervised[]): Promise<void> {
  const before = victims.map((victim) => victim.pid)
  for (const victim of victims) victim.signal('SIGKILL')
  await until(() => victims.every((victim, index) => victim.pid !== undefined && victim.pid !== before[index]))
  await untilAllWork(stack)
}

/** Waits until every store runs queries and every process passes its health check. */
export async function untilAllWork(stack: FaultStack): Promise<void> {
  const checks = [
    () => stack.sql`select 1`,
    () => stack.redis.ping(),
    () => stack.clickhouse.ping(),
    ...stack.healthUrls.map(
      (url) => () => fetch(url, { signal: AbortSignal.timeout(2_000) }).then((answer) => answer.arrayBuffer()),
    ),
  ]
  await until(async () =>
    (await Promise.allSettled(checks.map((check) => check()))).every(({ status }) => status === 'fulfilled'),
  )
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + returnMs
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not restarted within ${returnMs / 1000} s`)
    await sleep(pollMs)
  }
}
