/** Length of outages in seconds: short in CI, 60 in the long run. */
export const faultSeconds = number('FAULT_SECONDS', 5)
/** Number of rounds with random faults. */
export const faultRounds = number('FAULT_ROUNDS', 10)
/** Seed of the random faults: each run prints its seed, and setting it repeats the run. */
export const faultSeed = number('FAULT_SEED', Math.floor(Math.random() * 2 ** 31))
/** Links of the test that wipes Redis: a million by hand. */
export const linkCount = number('LINKS', 3_000)
/** Links of the imported file: a million by hand. */
export const importedLinks = number('IMPORTED_LINKS', 20_000)

function number(name: string, otherwise: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number, not ${JSON.stringify(text)}`)
  return value
}
