/** Repeatable random numbers: the same seed gives the same numbers. */
export interface Dice {
  /** A number from 0 to below 1. */
  roll(): number
  between(least: number, most: number): number
  pick<Value>(values: readonly Value[]): Value
}

/** Mulberry32: 32 bits of state are enough for a few hundred draws. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    roll,
    between: (least, most) => least + roll() * (most - least),
    pick: (values) => values[Math.floor(roll() * values.length)] as (typeof values)[number],
  }
}
