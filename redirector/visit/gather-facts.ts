import { asksFor } from '#core/rules/record-rules.ts'
import { LazyFacts, type RawVisit, type VisitFacts } from '#core/rules/visit-facts.ts'
import { parseAgent } from '#core/visits/parse-agent.ts'
import { detailFor, type PlaceDetail, type VisitorPlaces } from '#model/clicks/visitor-places.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { remember } from '#runtime/remember.ts'
import { rawClickLimits } from '#schemas/clicks.ts'
import type { LinkRules } from '#schemas/link-record.ts'
import type { VisitorIds } from '../clicks/visitor-id.ts'
import { countsAsClick, takeNumber } from './click-limit.ts'
import { headerText } from './header-text.ts'
import { SeenVisitors } from './seen-visitors.ts'
import { referrerOf, type SpecialVisit } from './special-visit.ts'
import { Unavailable } from './unavailable.ts'

interface Parts {
  sql: Sql
  redis: Redis
  visitorIds: VisitorIds
  places: VisitorPlaces
  ownHosts: ReadonlySet<string>
}

export interface Gathered {
  facts: VisitFacts
  /** Whether the click limit admits the visit, if the link has one and a rule needed the number of the click. */
  admitted?: boolean
}

/** What the rules of a link ask. */
interface Needs {
  place: PlaceDetail | null
  visitor: boolean
  number: boolean
}

type Counted = Pick<RawVisit, 'visitor' | 'click_number'> & Pick<Gathered, 'admitted'>

const uncounted: Counted = { visitor: null, click_number: null }
/** In place of a click limit: more clicks than a link can have. */
const endless = 1e15
const mostAgents = 10_000

/** Collects the facts of a visit that targeting rules need. Only links with such rules wait for Redis. */
export class FactGatherer {
  readonly #parts: Parts
  readonly #seen: SeenVisitors
  readonly #needs = new WeakMap<LinkRules, Needs>()
  readonly #parseAgent = remember(parseAgent, mostAgents)

  constructor(parts: Parts) {
    this.#parts = parts
    this.#seen = new SeenVisitors(parts.redis)
  }

  /** Asynchronous only if a location database has to be opened, or the visit has to be counted. */
  gather(visit: SpecialVisit, rules: LinkRules): Gathered | Promise<Gathered> {
    const needs = this.#needsOf(rules)
    const opening = needs.place === null ? undefined : this.#parts.places.load(visit.visitor.address, needs.place)
    if (opening === undefined && !needs.visitor && !needs.number) return this.#describe(visit, needs, uncounted)
    return this.#countFirst(visit, rules, opening)
  }

  async #countFirst(visit: SpecialVisit, rules: LinkRules, opening: Promise<void> | undefined): Promise<Gathered> {
    const needs = this.#needsOf(rules)
    const counts = countsAsClick(visit.method, visit.visitor)
    const [visitor, number] = await Promise.all([
      needs.visitor ? this.#recognize(visit, counts) : null,
      needs.number ? this.#number(visit, rules, counts) : { click_number: null },
      opening,
    ])
    return this.#describe(visit, needs, { visitor, ...number })
  }

  #describe(visit: SpecialVisit, { place }: Needs, { admitted, ...counted }: Counted): Gathered {
    const { places, ownHosts } = this.#parts
    const { link, visitor, header, query, now } = visit
    const raw: RawVisit = {
      address: visitor.address,
      user_agent: visitor.user_agent,
      accept_language: headerText(header('accept-language'), rawClickLimits.language),
      referrer: referrerOf(visit),
      query,
      now,
      is_qr_scan: link.qr_code_id !== undefined,
      ...counted,
    }
    const facts = new LazyFacts(raw, {
      findPlace: (address) => places.find(address, place ?? 'country'),
      parseAgent: this.#parseAgent,
      ownHosts,
    })
    return { facts, ...(admitted !== undefined && { admitted }) }
  }

  /** Remembered until the visitor gets another id. null if Redis is unavailable. */
  async #recognize({ link, visitor, now }: SpecialVisit, counts: boolean): Promise<RawVisit['visitor']> {
    const { visitorIds } = this.#parts
    const id = visitorIds.find(visitor, link.account_id, now)
    const end = visitorIds.endOf(now)
    try {
      const known = await (counts ? this.#seen.add(link.link_id, id, end) : this.#seen.has(link.link_id, id, end))
      return known ? 'returning' : 'new'
    } catch {
      return null
    }
  }

  /** Without a click limit, visits go on while clicks cannot be counted. */
  async #number({ link }: SpecialVisit, { numbered_since: since = 1 }: LinkRules, counts: boolean) {
    const { limit } = link.extras
    try {
      const click_number = await takeNumber(this.#parts, link, limit ?? { most: endless, since }, counts)
      return { click_number, ...(limit !== undefined && { admitted: click_number !== null }) }
    } catch (error) {
      if (limit !== undefined || !(error instanceof Unavailable)) throw error
      return { click_number: null }
    }
  }

  #needsOf(rules: LinkRules): Needs {
    const known = this.#needs.get(rules)
    if (known !== undefined) return known
    const { list } = rules
    const needs: Needs = {
      place: detailFor(list),
      visitor: asksFor(list, 'visitor'),
      number: asksFor(list, 'click_number'),
    }
    this.#needs.set(rules, needs)
    return needs
  }
}
