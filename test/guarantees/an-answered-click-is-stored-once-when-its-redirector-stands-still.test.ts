import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createLinks } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

/** Every 5 s another redirector looks for the spools of dead ones; it must skip one that is only slow. */
const looksMs = 7_000
const stoppedMs = Math.max(faultSeconds * 1_000, looksMs)

describe('an answered click is stored exactly once', () => {
  let stack: FaultStack
  beforeAll(async () => {
    stack = await startStack({ redirectors: 2 })
  })
  afterAll(() => stack.close())

  it('when its redirector is paused while others look for the spools of dead ones', async () => {
    const clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
    await clicker.clickFor(1_000)
    const [slow] = stack.redirectors
    clicker.start()
    slow?.signal('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, stoppedMs))
    slow?.signal('SIGCONT')
    await new Promise((resolve) => setTimeout(resolve, looksMs))
    await clicker.stop()
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })
})
