import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { killAndReturn } from './kills.ts'
import { createLinks } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'

const kills = 3

describe('G1: an answered click is stored exactly once', () => {
  let stack: FaultStack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(() => stack.close())

  it('when its redirector is killed under load, again and again', async () => {
    const clicker = new Clicker({
      ports: stack.ports,
      codes: await createLinks(stack, 5),
      perSecond: 300,
      connections: 12,
    })
    clicker.start()
    for (let kill = 0; kill < kills; kill++) {
      await sleep(1_000)
      await killAndReturn(stack, ...stack.redirectors)
    }
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
    expect(clicker.count('answered')).toBeGreaterThan(100)
  })
})
