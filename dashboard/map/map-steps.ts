/** From which share of the most clicked country on each step begins. Few countries have most of the clicks: the steps are uneven. */
const begins = [0, 0.03, 0.1, 0.25, 0.5] as const

export const mapSteps = begins.length

/** 0: no clicks; then 1 to as many as there are steps. */
export function stepOf(clicks: number, most: number): number {
  if (clicks <= 0 || most <= 0) return 0
  return begins.filter((begin) => clicks / most > begin).length
}
