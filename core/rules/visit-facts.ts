import { hash } from 'node:crypto'
import { unknownName } from '#schemas/click-columns.ts'
import { findContinent } from '../visits/find-continent.ts'
import { findLanguageTag } from '../visits/find-language.ts'
import { findReferrerHost, referrerDomain } from '../visits/find-source.ts'
import type { Agent } from '../visits/parse-agent.ts'

/** Facts of a visit that conditions compare. Texts are in lower case, except for continents, and empty if unknown. */
export interface VisitFacts {
  /** ISO 3166-1 code. */
  readonly country: string
  readonly region: string
  readonly city: string
  readonly continent: string
  readonly device_type: string
  readonly os: string
  readonly browser: string
  /** A language, with its region if the browser sends one. */
  readonly language: string
  readonly referrer_domain: string
  /** Query parameters of the short URL. */
  readonly parameters: URLSearchParams
  /** Unix milliseconds. */
  readonly now: number
  readonly is_qr_scan: boolean
  /** null if it could not be counted, and then no condition about it is true. */
  readonly visitor: 'new' | 'returning' | null
  readonly click_number: number | null
  /** Percentile of the visitor, from 0 up to 100. The same visitor always gets the same number for a rule. */
  percentileIn(rule: { id: string; secret: string }): number
}

/** A visit as it arrives. */
export interface RawVisit extends Pick<VisitFacts, 'now' | 'is_qr_scan' | 'visitor' | 'click_number'> {
  address: string
  user_agent: string
  /** The header Accept-Language. */
  accept_language: string
  /** The header Referer. */
  referrer: string
  /** Not decoded. */
  query: string
}

export interface FactSources {
  /** Location of an IP address. */
  findPlace: (address: string) => { country_code: string; region: string; city: string }
  parseAgent: (userAgent: string) => Pick<Agent, 'device_type' | 'os' | 'browser'>
  /** Hosts of Waymark's pages, which are no referrers. */
  ownHosts: ReadonlySet<string>
}

/** Parameters after this many characters of a query are not read. */
const queryMostCharacters = 2_048
const digestBytes = 6

/** Works a fact out when a condition asks for it, and keeps those that take long. */
export class LazyFacts implements VisitFacts {
  readonly #visit: RawVisit
  readonly #sources: FactSources
  #place: ReturnType<FactSources['findPlace']> | undefined
  #agent: ReturnType<FactSources['parseAgent']> | undefined
  #parameters: URLSearchParams | undefined

  constructor(visit: RawVisit, sources: FactSources) {
    this.#visit = visit
    this.#sources = sources
  }

  get country(): string {
    return this.#placeOf().country_code
  }

  get region(): string {
    return this.#placeOf().region.toLowerCase()
  }

  get city(): string {
    return this.#placeOf().city.toLowerCase()
  }

  get continent(): string {
    return findContinent(this.country)
  }

  get device_type(): string {
    return this.#agentOf().device_type
  }

  get os(): string {
    return (this.#agentOf().os || unknownName).toLowerCase()
  }

  get browser(): string {
    return (this.#agentOf().browser || unknownName).toLowerCase()
  }

  get language(): string {
    return findLanguageTag(this.#visit.accept_language)
  }

  get referrer_domain(): string {
    const host = findReferrerHost(this.#visit.referrer)
    return this.#sources.ownHosts.has(host) ? '' : referrerDomain(host)
  }

  get parameters(): URLSearchParams {
    this.#parameters ??= new URLSearchParams(this.#visit.query.slice(0, queryMostCharacters))
    return this.#parameters
  }

  get now(): number {
    return this.#visit.now
  }

  get is_qr_scan(): boolean {
    return this.#visit.is_qr_scan
  }

  get visitor(): VisitFacts['visitor'] {
    return this.#visit.visitor
  }

  get click_number(): number | null {
    return this.#visit.click_number
  }

  percentileIn({ id, secret }: { id: string; secret: string }): number {
    const { address, user_agent } = this.#visit
    const digest = hash('sha256', `${secret}\n${id}\n${address}\n${user_agent}`, 'buffer')
    return (digest.readUIntBE(0, digestBytes) / 2 ** (8 * digestBytes)) * 100
  }

  #placeOf() {
    this.#place ??= this.#sources.findPlace(this.#visit.address)
    return this.#place
  }

  #agentOf() {
    this.#agent ??= this.#sources.parseAgent(this.#visit.user_agent)
    return this.#agent
  }
}
