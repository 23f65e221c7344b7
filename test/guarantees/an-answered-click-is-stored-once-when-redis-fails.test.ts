import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inside } from '../../embedded/folders.ts'
import { eventually } from '../stack/eventually.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { untilAllWork } from './kills.ts'
import { createLinks } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

describe('an answered click is stored exactly once', () => {
  let stack: FaultStack
  let clicker: Clicker
  beforeAll(async () => {
    stack = await startStack()
    clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
  })
  afterAll(() => stack.close())

  /** Adds batches to the queue in Redis while the workers are paused. */
  async function fillQueue(): Promise<void> {
    for (const worker of stack.workers) worker.signal('SIGSTOP')
    clicker.start()
    await eventually(async () => expect(await stack.redis.llen('{clicks}:clicks:wait')).toBeGreaterThan(1))
    await clicker.stop()
  }

  function resumeWorkers(): void {
    for (const worker of stack.workers) worker.signal('SIGCONT')
  }

  it('when Redis is flushed, and then restarts without its data, both with batches in its queue', async () => {
    await fillQueue()
    await stack.redis.flushall()
    await fillQueue()
    await stack.stores.redis.stop('SIGKILL')
    await rm(`${inside(stack.dataDir).redis}/appendonlydir`, { recursive: true })
    resumeWorkers()
    await stack.stores.redis.start()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('when Redis is down for a while', async () => {
    await stack.stores.redis.stop('SIGKILL')
    await clicker.clickFor(faultSeconds * 1_000)
    await stack.stores.redis.start()
    await untilAllWork(stack)
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('when Redis is at its memory limit for a while', async () => {
    clicker.start()
    await stack.redis.config('SET', 'maxmemory', '1')
    await sleep(faultSeconds * 1_000)
    await stack.redis.config('SET', 'maxmemory', '0')
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })
})
