import type { Dice } from '../../test/guarantees/dice.ts'

/** A month of Bitly, as published for 2014. */
export const published = { clicks: 6_000_000_000, links: 600_000_000, days: 30 } as const
/** A burst has this many times the mean rate. */
export const burstFactor = 10

/** Links created and visits made at the same time. */
interface Hour {
  links: number
  visits: number
  isBurst: boolean
}

export const faultKinds = ['redirector', 'workers', 'clickhouse', 'redis'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface PlannedFault {
  kind: FaultKind
  /** Number of visits sent before it. */
  after: number
}

export interface MonthPlan {
  links: number
  visits: number
  /** Links of the first day, created alone to measure what a link costs. */
  firstLinks: number
  hours: Hour[]
  faults: PlannedFault[]
}

const hoursOfMonth = published.days * 24
const fewestHours = 24
/** Smaller bulk calls cost more for each link, so a small month has fewer, longer hours. */
const linksPerHourLeast = 250
/** One hour of three days is a burst. */
const hoursPerBurst = 72
const visitsPerFault = 150_000
const faultsMost = 100

export function planMonth(scale: number, dice: Dice): MonthPlan {
  const [links, visits] = [Math.round(published.links * scale), Math.round(published.clicks * scale)]
  const count = Math.max(fewestHours, Math.min(hoursOfMonth, Math.floor(links / linksPerHourLeast)))
  const firstLinks = Math.ceil(links / published.days)
  const bursts = drawBursts(count, dice)
  const usual = (count - bursts.size * burstFactor) / (count - bursts.size)
  const shares = Array.from({ length: count }, (_, hour) => (bursts.has(hour) ? burstFactor : usual) / count)
  const visitsOf = split(visits, shares)
  const linksOf = split(
    links - firstLinks,
    shares.map(() => 1 / count),
  )
  const hours = shares.map((_, hour) => ({
    links: linksOf[hour] ?? 0,
    visits: visitsOf[hour] ?? 0,
    isBurst: bursts.has(hour),
  }))
  return { links, visits, firstLinks, hours, faults: planFaults(visits, dice) }
}

/** Never the first hour: few links exist then. */
function drawBursts(hours: number, dice: Dice): Set<number> {
  const wanted = Math.max(1, Math.floor(hours / hoursPerBurst))
  const bursts = new Set<number>()
  while (bursts.size < wanted) bursts.add(1 + Math.floor(dice.roll() * (hours - 1)))
  return bursts
}

/** Whole numbers in these shares, which add up to the total. */
function split(total: number, shares: readonly number[]): number[] {
  let [share, given] = [0, 0]
  return shares.map((each) => {
    share += each
    const due = Math.round(total * share) - given
    given += due
    return due
  })
}

/** At random times, each kind as often as the others. */
function planFaults(visits: number, dice: Dice): PlannedFault[] {
  const count = Math.max(faultKinds.length, Math.min(faultsMost, Math.round(visits / visitsPerFault)))
  const kinds = Array.from({ length: count }, (_, index) => ({ kind: pickKind(index), order: dice.roll() }))
  const times = kinds.map(() => Math.floor(dice.roll() * visits)).sort((a, b) => a - b)
  return kinds.sort((a, b) => a.order - b.order).map(({ kind }, index) => ({ kind, after: times[index] ?? 0 }))
}

const pickKind = (index: number) => faultKinds[index % faultKinds.length] as FaultKind
