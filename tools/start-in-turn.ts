interface Work {
  name: string
  cores: number
  /** Names of other work that must not run at the same time. */
  apartFrom?: readonly string[]
}

/**
 * Runs all work in order, as much at a time as the cores allow and at least one. Later work starts earlier if the next in
 * line does not fit. Returns the results in the given order.
 */
export async function startInTurn<Some extends Work, Result>(
  works: readonly Some[],
  mostCores: number,
  run: (work: Some) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<Some, Result>()
  const running = new Map<Some, Promise<void>>()
  const waiting = [...works]
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((work) => fitsBeside([...running.keys()], work, mostCores))
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

function fitsBeside(running: readonly Work[], work: Work, mostCores: number): boolean {
  const taken = running.reduce((sum, { cores }) => sum + cores, 0)
  const mayMeet = (one: Work, other: Work) => one.apartFrom?.includes(other.name) !== true
  return (
    (running.length === 0 || taken + work.cores <= mostCores) &&
    running.every((other) => mayMeet(work, other) && mayMeet(other, work))
  )
}
