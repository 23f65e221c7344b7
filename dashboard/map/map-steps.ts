/** Lower bounds of the color steps, as shares of the most clicked country. Uneven, since few countries have most clicks. */
const begins = [0, 0.03, 0.1, 0.25, 0.5] as const

export const mapSteps = begins.length

/** 0: no clicks; otherwise a step from 1 to `mapSteps`. */
export function stepOf(clicks: number, most: number): number {
  if (clicks <= 0 || most <= 0) return 0
  return begins.filter((begin) => clicks / most > begin).length
}
