import { campaigns } from './link-catalog.ts'

export const hourMs = 3_600_000
const dayHours = 24

/** Weight of each hour in UTC: quiet nights, a peak in Europe's evening and America's noon. */
const hours = [9, 7, 6, 5, 5, 7, 12, 20, 30, 36, 38, 40, 42, 42, 44, 46, 47, 48, 50, 48, 42, 34, 24, 15]
/** Weight of each day of the week, starting with Sunday. */
const weekdays = [0.66, 1.05, 1.12, 1.1, 1.15, 1, 0.72]
/** Ratio of clicks at the end of the period to clicks at the start. */
const growth = 2.4
/** Factor during a campaign. */
const rush = 1.5

/** The number of clicks in each hour of the period. The sum is exact. */
export function spreadOverHours(clicks: number, start: number, days: number): number[] {
  const weights = Array.from({ length: days * dayHours }, (_, hour) => weigh(hour, start, days))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  let sum = 0
  return weights.map((weight) => {
    sum += weight
    const until = Math.round((clicks * sum) / whole)
    const here = until - before
    before = until
    return here
  })
}

function weigh(hour: number, start: number, days: number): number {
  const at = new Date(start + hour * hourMs)
  const part = hour / (days * dayHours)
  const isRush = campaigns.some(({ from, to }) => to - from < 1 && part >= from && part < to)
  const grown = 1 + (growth - 1) * part
  return grown * (hours[at.getUTCHours()] ?? 1) * (weekdays[at.getUTCDay()] ?? 1) * (isRush ? rush : 1)
}
