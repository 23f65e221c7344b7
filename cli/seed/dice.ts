/** A seeded random generator: the same seed gives the same sequence. */
export interface Dice {
  /** A number from 0 up to, but not including, 1. */
  roll(): number
  /** An integer from 0 up to, but not including, the limit. */
  below(limit: number): number
  pick<Value>(values: readonly Value[]): Value
}

/** Mulberry32. Each generator is used for far fewer numbers than its 2^32 states. */
export function createDice(...seeds: number[]): Dice {
  let state = seeds.reduce((mixed, seed) => scramble(mixed ^ seed), 0x9e3779b9)
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    return scramble(state) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(roll() * limit)
  return { roll, below, pick: (values) => values[below(values.length)] as (typeof values)[number] }
}

/** Selects values in proportion to their weights. */
export function createLottery<Value extends { weight: number }>(values: readonly Value[]): (roll: number) => Value {
  const ends: number[] = []
  let sum = 0
  for (const { weight } of values) ends.push((sum += weight))
  return (roll) => {
    const at = ends.findIndex((end) => roll * sum < end)
    return values[at === -1 ? values.length - 1 : at] as Value
  }
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}
