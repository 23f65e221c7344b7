const times = 8
const rounds = 5

/**
 * How much more CPU time a text takes than as much text in eight pieces: 1 if each character is read once, and 8 if the rest is
 * read again for each of them. The least of some rounds is compared, so that other work does not matter.
 */
export function growthOfTime(read: (length: number) => unknown, length: number): number {
  let [whole, pieces] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    pieces = Math.min(
      pieces,
      timeOf(() => Array.from({ length: times }, () => read(length))),
    )
    whole = Math.min(
      whole,
      timeOf(() => read(times * length)),
    )
  }
  return whole / pieces
}

/** CPU time in microseconds. */
function timeOf(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
