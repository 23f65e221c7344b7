import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { insertMarker } from './ghost-token.ts'
import { createLinks } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

const cuts = 3

describe('G2: an answered click is stored exactly once', () => {
  let stack: FaultStack
  let clicker: Clicker
  beforeAll(async () => {
    stack = await startStack({ proxied: { workers: ['clickhouse'] } })
    clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
  })
  afterAll(() => stack.close())

  it('when ClickHouse is away for a while', async () => {
    await stack.stores.clickhouse.stop('SIGKILL')
    await clicker.clickFor(faultSeconds * 1_000)
    await stack.stores.clickhouse.start()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('when ClickHouse stands still for a while', async () => {
    clicker.start()
    await sleep(500)
    stack.stores.clickhouse.signal('SIGSTOP')
    await sleep(faultSeconds * 1_000)
    stack.stores.clickhouse.signal('SIGCONT')
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('when the reply to an insert is cut off after the commit, again and again', async () => {
    clicker.start()
    for (let cut = 0; cut < cuts; cut++) await stack.proxy('workers', 'clickhouse').cutReply(insertMarker)
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('when an insert reaches ClickHouse after its retry was stored', async () => {
    clicker.start()
    const insert = await stack.proxy('workers', 'clickhouse').hold(insertMarker)
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
    expect(await insert.deliver()).toBe('HTTP/1.1 200 OK')
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })
})
