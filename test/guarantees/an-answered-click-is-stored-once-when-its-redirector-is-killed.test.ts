import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { killAndReturn } from './kills.ts'
import { createLinks } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'

const kills = 3
/** Visits answered before each kill: more than one segment holds. */
const answersLeast = 200

describe('an answered click is stored exactly once', () => {
  let stack: FaultStack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(() => stack.close())

  it('when its redirector is killed under load, repeatedly', async () => {
    const clicker = new Clicker({
      ports: stack.ports,
      codes: await createLinks(stack, 5),
      perSecond: 300,
      connections: 12,
    })
    clicker.start()
    for (let kill = 0; kill < kills; kill++) {
      const enough = clicker.count('answered') + answersLeast
      await eventually(() => expect(clicker.count('answered')).toBeGreaterThan(enough))
      await killAndReturn(stack, ...stack.redirectors)
    }
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })
})
