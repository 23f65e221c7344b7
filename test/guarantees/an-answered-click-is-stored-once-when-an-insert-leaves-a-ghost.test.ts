import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { plantGhostToken } from './ghost-token.ts'
import { createLinks } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'

describe('an answered click is stored exactly once', () => {
  let stack: FaultStack
  beforeAll(async () => {
    stack = await startStack({ proxied: { workers: ['clickhouse'] } })
  })
  afterAll(() => stack.close())

  it('when ClickHouse is killed between its deduplication log and the rename of the part', async () => {
    const clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
    clicker.start()
    const batch = await plantGhostToken(stack)
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
    const [ledger] = await stack.sql<{ attempts: number }[]>`
      select attempts from click_batches where batch_id = ${batch}`
    expect(ledger?.attempts).toBeGreaterThan(1)
  })
})
