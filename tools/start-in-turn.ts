/**
 * Runs all work in order, as much at a time as the cores allow and at least one. Smaller work starts earlier if the next
 * in line does not fit. Returns the results in the given order.
 */
export async function startInTurn<Work extends { cores: number }, Result>(
  works: readonly Work[],
  mostCores: number,
  run: (work: Work) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<Work, Result>()
  const running = new Map<Work, Promise<void>>()
  const waiting = [...works]
  while (waiting.length > 0 || running.size > 0) {
    const taken = [...running.keys()].reduce((sum, { cores }) => sum + cores, 0)
    const next = waiting.findIndex(({ cores }) => running.size === 0 || taken + cores <= mostCores)
    const [work] = next === -1 ? [] : waiting.splice(next, 1)
    if (work === undefined) {
      await Promise.race(running.values())
      continue
    }
    const ended = run(work).then((result) => {
      results.set(work, result)
      running.delete(work)
    })
    running.set(work, ended)
  }
  return works.flatMap((work) => results.get(work) ?? [])
}
