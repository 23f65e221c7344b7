/**
 * Holm's step-down correction: p values that can be compared with one level when several are tested together. The chance
 * that any of them is significant by accident stays below that level.
 */
export function adjustHolm(pValues: readonly number[]): number[] {
  const ascending = pValues.map((pValue, index) => ({ pValue, index })).sort((a, b) => a.pValue - b.pValue)
  const adjusted = [...pValues]
  let least = 0
  for (const [rank, { pValue, index }] of ascending.entries()) {
    least = Math.max(least, Math.min(1, pValue * (pValues.length - rank)))
    adjusted[index] = least
  }
  return adjusted
}
