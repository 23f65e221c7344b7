const dayMs = 86_400_000

/** The first day (2026-01-31) of the window of visitor ids that contains an instant. Windows are counted from 1970, in UTC. */
export function visitorWindow(now: number, windowDays: number): string {
  const day = Math.floor(now / dayMs)
  return new Date((day - (day % windowDays)) * dayMs).toISOString().slice(0, 10)
}
