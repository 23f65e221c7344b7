import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './catalog.ts'
import type { Clicker } from './clicker.ts'
import type { Dice } from './dice.ts'
import type { FaultStack } from './stack.ts'

export interface Round {
  round: number
  fault: string
  seconds: number
}

interface Rounds {
  stack: FaultStack
  clicker: Clicker
  dice: Dice
  draw: (stack: FaultStack, dice: Dice) => Fault
  first: number
  count: number
  onRound: (round: Round) => void
  /** Aborted to stop after the current round. */
  stop?: AbortSignal
}

/** Time under load before a fault: covers any moment in the life of a segment, a batch and a sweep. */
const pauseMostMs = 1_200
/** Longer than any outage: a fault that is not over by then has failed. */
const faultMostMs = 5 * 60_000

/** Runs one random fault after another under constant load. Tokens begin with the round in which they were sent. */
export async function runRounds({ stack, clicker, dice, draw, first, count, onRound, stop }: Rounds): Promise<void> {
  clicker.start()
  try {
    for (let round = first; round < first + count && stop?.aborted !== true; round++) {
      clicker.label = `round${round}`
      const fault = draw(stack, dice)
      await sleep(dice.between(0, pauseMostMs))
      const start = performance.now()
      await withinLimit(fault, fault.strike(stack))
      onRound({ round, fault: fault.name, seconds: (performance.now() - start) / 1000 })
    }
  } finally {
    await clicker.stop()
  }
}

async function withinLimit(fault: Fault, striking: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`"${fault.name}" is not over`)), faultMostMs)
  })
  await Promise.race([striking, late]).finally(() => clearTimeout(timer))
}
