import { addUtm } from '#core/visits/add-utm.ts'
import type { RawClick } from '#schemas/clicks.ts'
import { utmFields } from '#schemas/utm-fields.ts'
import { agents } from './agents.ts'
import { createDice, createLottery, type Dice } from './dice.ts'
import type { SeedLink } from './link-catalog.ts'
import { networks } from './networks.ts'
import { hourMs, spreadOverHours } from './rhythm.ts'
import { findInTail, tailLink, weighTail } from './tail.ts'
import { drawReferrer } from './ways.ts'

/** A link of the catalog with its IDs in the stores. */
export interface PlacedLink extends SeedLink {
  id: string
  qr_code_id: string | null
}

export interface ClickPlan {
  seed: number
  account_id: string
  clicks: number
  /** Unix milliseconds at the start of an hour. */
  start: number
  days: number
  links: readonly PlacedLink[]
  /** IDs of the links from tail.ts. */
  tail: readonly string[]
}

/** Visitors per click of a day. */
const visitorsToClicks = 0.72
/** Low visitor numbers are selected more often, which gives some visitors many clicks. */
const loyalty = 1.4
/** Share of requests that are browser prefetches. */
const prefetched = 0.004
const shared = 0.03

const findAgent = createLottery(agents)
/** QR codes are scanned with devices that have a camera. */
const findCamera = createLottery(agents.filter(({ user_agent }) => /Mobile|Android|iPad/.test(user_agent)))
const findNetwork = createLottery(networks)

/** Generates clicks ordered by time. The same plan always gives the same clicks. */
export function* drawClicks(plan: ClickPlan): Generator<RawClick> {
  const { clicks, start, days, seed } = plan
  const perHour = spreadOverHours(clicks, start, days)
  for (const [hour, count] of perHour.entries()) {
    const at = start + hour * hourMs
    const day = Math.floor(at / (24 * hourMs))
    const visitors = Math.max(1, Math.round(visitorsToClicks * countOfDay(perHour, plan, day)))
    const dice = createDice(seed, 1, hour)
    const times = Array.from({ length: count }, () => at + dice.below(hourMs)).sort((a, b) => a - b)
    const findLink = lotteryOfLinks(plan, hour / perHour.length)
    for (const time of times) yield drawClick({ plan, dice, time, day, visitors }, findLink(dice))
  }
}

function countOfDay(perHour: readonly number[], { start }: ClickPlan, day: number): number {
  const first = Math.floor((day * 24 * hourMs - start) / hourMs)
  return perHour.slice(Math.max(0, first), first + 24).reduce((sum, count) => sum + count, 0)
}

const openLinks = ({ links }: ClickPlan, part: number): PlacedLink[] =>
  links.filter(({ weight, from, to }) => weight > 0 && part >= from && part <= to)

function lotteryOfLinks(plan: ClickPlan, part: number): (dice: Dice) => PlacedLink {
  const { tail } = plan
  const open = openLinks(plan, part).map((link) => ({ weight: link.weight, link }))
  const find = createLottery(tail.length === 0 ? open : [...open, { weight: weighTail(tail.length), link: null }])
  return (dice) => find(dice.roll()).link ?? drawFromTail(tail, dice)
}

function drawFromTail(tail: readonly string[], dice: Dice): PlacedLink {
  const index = findInTail(tail.length, dice.roll())
  return { ...tailLink(index), id: tail[index] ?? '', qr_code_id: null }
}

interface Moment {
  plan: ClickPlan
  dice: Dice
  time: number
  day: number
  visitors: number
}

function drawClick({ plan, dice, time, day, visitors }: Moment, link: PlacedLink): RawClick {
  const number = Math.floor(dice.roll() ** loyalty * visitors)
  const visitor = createDice(plan.seed, 2, day, number)
  const { ip_prefix, language } = findNetwork(visitor.roll())
  const isScan = dice.roll() < link.scans
  const { user_agent } = (isScan ? findCamera : findAgent)(visitor.roll())
  return {
    clicked_at: String(time),
    account_id: plan.account_id,
    link_id: link.id,
    qr_code_id: (isScan && link.qr_code_id) || '',
    test_id: '',
    variant_id: '',
    rule_id: '',
    visitor_id: String((BigInt(visitor.below(2 ** 32)) << 32n) | BigInt(visitor.below(2 ** 32))),
    ip_prefix,
    method: 'GET',
    purpose: dice.roll() < prefetched ? 'prefetch' : '',
    user_agent,
    language: visitor.roll() < 0.9 ? language : 'en-US,en;q=0.9',
    referrer: isScan ? '' : drawReferrer(link.ways, dice),
    query: dice.roll() < shared ? 'utm_source=share&utm_medium=copy' : '',
    destination_url: destinationOf(link),
  }
}

/** The destination in the link's record. */
function destinationOf({ url, settings }: SeedLink): string {
  return addUtm(url, Object.fromEntries(utmFields.map((name) => [name, settings[name] ?? null])))
}
