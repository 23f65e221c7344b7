import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawKill } from './catalog.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createDice } from './dice.ts'
import { createLinks } from './links.ts'
import { runRounds } from './random-killer.ts'
import { faultRounds, faultSeed } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

describe('an answered click is stored exactly once', () => {
  let stack: FaultStack
  beforeAll(async () => {
    stack = await startStack({ redirectors: 2, workers: 2 })
  })
  afterAll(() => stack.close())

  it(`whatever is killed, even two at once: ${faultRounds} rounds, FAULT_SEED=${faultSeed}`, async () => {
    const clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 20) })
    await runRounds({
      stack,
      clicker,
      dice: createDice(faultSeed),
      draw: drawKill,
      first: 0,
      count: faultRounds,
      onRound: ({ round, fault, seconds }) =>
        console.log(`round ${round}: ${fault}, back after ${seconds.toFixed(1)} s`),
    })
    const verdict = await checkSet(stack, clicker)
    console.log(`${clicker.sent.size} visits, ${verdict.answered} answered, ${verdict.stored} stored`)
    expect(verdict).toMatchObject(flawless)
  })
})
