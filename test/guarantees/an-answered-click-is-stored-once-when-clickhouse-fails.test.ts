import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { insertMarker } from './ghost-token.ts'
import { createLink, createLinks, removeLink } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

const cuts = 3

describe('an answered click is stored exactly once', () => {
  let stack: FaultStack
  let codes: string[]
  let clicker: Clicker
  beforeAll(async () => {
    stack = await startStack({ proxied: { workers: ['clickhouse'] } })
    codes = await createLinks(stack, 5)
    clicker = new Clicker({ ports: stack.ports, codes })
  })
  afterAll(() => stack.close())

  it('when ClickHouse is down for a while', async () => {
    await stack.stores.clickhouse.stop('SIGKILL')
    await clicker.clickFor(faultSeconds * 1_000)
    await stack.stores.clickhouse.start()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('when ClickHouse is paused for a while', async () => {
    const before = clicker.count('answered')
    clicker.start()
    await eventually(() => expect(clicker.count('answered')).toBeGreaterThan(before))
    stack.stores.clickhouse.signal('SIGSTOP')
    await sleep(faultSeconds * 1_000)
    stack.stores.clickhouse.signal('SIGCONT')
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('when the response to an insert is cut off after the commit, repeatedly', async () => {
    clicker.start()
    for (let cut = 0; cut < cuts; cut++) await stack.proxy('workers', 'clickhouse').cutReply(insertMarker)
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('when an insert reaches ClickHouse after a different retry was stored', async () => {
    const deleted = await createLink(stack)
    const both = new Clicker({ ports: stack.ports, codes: [...codes, deleted.short_code] })
    both.label = 'late'
    both.start()
    await eventually(async () =>
      expect(await stack.sql`select from link_counts where link_id = ${deleted.id}`).toHaveLength(1),
    )
    const insert = await stack.proxy('workers', 'clickhouse').hold(insertMarker)
    await removeLink(stack, deleted)
    await both.stop()
    const everything = { sent: new Map([...clicker.sent, ...both.sent]) }
    expect(await checkSet(stack, everything, { deleted })).toMatchObject(flawless)
    expect(await insert.deliver()).toBe('HTTP/1.1 200 OK')
    expect(await checkSet(stack, everything, { deleted })).toMatchObject(flawless)
  })
})
