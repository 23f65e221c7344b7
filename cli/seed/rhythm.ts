import { campaigns } from './link-catalogue.ts'

export const hourMs = 3_600_000
const dayHours = 24

/** Of a day in UTC, by the hour: quiet nights, a peak in the evening of Europe and the noon of America. */
const hours = [9, 7, 6, 5, 5, 7, 12, 20, 30, 36, 38, 40, 42, 42, 44, 46, 47, 48, 50, 48, 42, 34, 24, 15]
/** Of a week, Sunday first. */
const weekdays = [0.66, 1.05, 1.12, 1.1, 1.15, 1, 0.72]
/** At the end of the period there are so many times the clicks of its beginning. */
const growth = 2.4
/** While a campaign runs. */
const rush = 1.5

/** How many of the clicks fall into each hour of the period; together they are all of them. */
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
