import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { findBatches, insertMarker } from './ghost-token.ts'
import { createLinks } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'

/** Redirectors whose batches arrive together. */
const redirectors = 3
const faults = 3
/** Inserts until one is of a group. */
const mostTries = 40
/** Workers wait for the limit of the attempt, and on a busy machine for much more. */
const triedAgainMs = 120_000

describe('an answered click is stored exactly once', () => {
  let stack: FaultStack
  let clicker: Clicker
  beforeAll(async () => {
    stack = await startStack({ redirectors, proxied: { workers: ['clickhouse'] } })
    clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
  })
  afterAll(() => stack.close())

  /** Cuts off the response to an insert of a group, which ClickHouse has committed. Returns the group's batches. */
  async function cutGroup(onGroup: () => void): Promise<string[]> {
    for (let tries = 0; tries < mostTries; tries++) {
      let group: string[] = []
      await stack.proxy('workers', 'clickhouse').cutReply(insertMarker, async (request) => {
        const batches = await findBatches(stack, request)
        if (batches.length < 2) return
        group = batches
        onGroup()
      })
      if (group.length > 0) return group
    }
    throw new Error(`no group in ${mostTries} inserts`)
  }

  const attemptsAt = async (batches: readonly string[]) =>
    (
      await stack.sql<{ attempts: number }[]>`
        select attempts from click_batches where batch_id = any(${[...batches]}::uuid[])`
    ).map(({ attempts }) => attempts)

  it('when a worker is killed between the insert of a group of batches and its commit, repeatedly', async () => {
    clicker.start()
    const cut: string[] = []
    for (let fault = 0; fault < faults; fault++) {
      cut.push(...(await cutGroup(() => stack.workers[0]?.signal('SIGKILL'))))
    }
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
    expect(Math.min(...(await attemptsAt(cut)))).toBeGreaterThan(1)
  })

  it('when the response to the insert of a group is cut off after the commit, repeatedly', async () => {
    clicker.start()
    const cut: string[] = []
    for (let fault = 0; fault < faults; fault++) cut.push(...(await cutGroup(() => undefined)))
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
    expect(Math.min(...(await attemptsAt(cut)))).toBeGreaterThan(1)
  })

  it('when the insert of a group arrives after its batches were stored one by one', async () => {
    const triedAgain = async () =>
      (await stack.sql`select from click_batches where group_id is not null and attempts > 1`).length
    clicker.start()
    const before = await triedAgain()
    const late = []
    for (let tries = 0; tries < mostTries && (await triedAgain()) < before + 2; tries++) {
      late.push(await stack.proxy('workers', 'clickhouse').hold(insertMarker))
      const claimed = await stack.sql<{ attempts: number }[]>`
        select attempts from click_batches where stored_at is null and group_id is not null`
      if (claimed.length < 2) continue
      await eventually(async () => expect(await triedAgain()).toBeGreaterThanOrEqual(before + 2), triedAgainMs)
    }
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
    for (const insert of late) expect(await insert.deliver()).toBe('HTTP/1.1 200 OK')
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })
})
