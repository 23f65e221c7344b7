import { createHmac, randomBytes } from 'node:crypto'
import { sourceKeyOf } from '#core/imports/check-link.ts'
import { detachText } from '#core/imports/detach-text.ts'
import type { DumpedVisit } from '#core/imports/dumps/dump-source.ts'
import { cutAddress, normalizeAddress } from '#core/visits/address.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import { type Analysis, keyIn } from '#model/imports/stage-links.ts'
import { keepVisits, type StagedVisit, visitsOfPart } from '#model/imports/visit-parts.ts'
import type { Places } from '#runtime/places.ts'
import type { Sql } from '#runtime/postgres.ts'
import { rawClickLimits } from '#schemas/clicks.ts'
import { Months } from './months.ts'

const dayMs = 86_400_000
const longestCountry = 3
const longestAddress = 100

interface VisitStageOptions {
  sql: Sql
  run: ImportRow
  analysis: Analysis
  /** Where IP addresses are. Without them, only the country of the source is known. */
  places: Places | undefined
}

type KnownVisit = DumpedVisit & { source_key: string }

/** Keeps the visits of a file, part by part, until the links exist. IP addresses become locations and anonymous visitors. */
export class VisitStage {
  readonly #options: VisitStageOptions
  /** Visitors get other ids in each analysis, and nobody can compute them from IP addresses. */
  readonly #salt = randomBytes(32)
  #months = new Months()
  #waiting: KnownVisit[] = []
  #part = 0

  constructor(options: VisitStageOptions) {
    this.#options = options
  }

  /** Leaves out visits after the start of the import, and those of links that the file lacks. */
  async add(visit: DumpedVisit): Promise<void> {
    const { run, analysis } = this.#options
    const name = sourceKeyOf({ slug: visit.slug })
    const source_key = name && keyIn(run, name)
    if (source_key === null || !analysis.hasLink(source_key) || visit.at > run.created_at.getTime()) return
    if (!this.#months.add(visit.at) || this.#waiting.length === visitsOfPart) await this.end()
    const { slug, user_agent, referrer, country_code, address } = visit
    this.#waiting.push({
      at: visit.at,
      slug: detachText(slug),
      user_agent: detachText(user_agent.slice(0, rawClickLimits.user_agent)),
      referrer: detachText(referrer.slice(0, rawClickLimits.referrer)),
      country_code: detachText(country_code.slice(0, longestCountry)),
      address: detachText(address.slice(0, longestAddress)),
      source_key: detachText(source_key),
    })
  }

  async end(): Promise<void> {
    const { sql, run, places } = this.#options
    const visits = this.#waiting
    if (visits.length === 0) return
    this.#waiting = []
    const prefixes = visits.map(({ address }) => cutAddress(normalizeAddress(address)))
    await places?.load(prefixes)
    const staged = visits.map((visit, index) => this.#stage(visit, prefixes[index] ?? ''))
    await keepVisits(sql, run, this.#part++, staged)
  }

  #stage({ address, slug: _slug, ...visit }: KnownVisit, prefix: string): StagedVisit {
    const found = this.#options.places?.find(prefix)
    // The source knew the country at the time of the visit.
    const place = visit.country_code === '' || visit.country_code === found?.country_code ? found : undefined
    return {
      ...visit,
      country_code: place?.country_code ?? visit.country_code,
      region: place?.region ?? '',
      city: place?.city ?? '',
      is_bot: false,
      destination_url: '',
      ...(address !== '' && { visitor_id: this.#visitorOf(visit, address) }),
    }
  }

  #visitorOf({ at, user_agent }: Pick<DumpedVisit, 'at' | 'user_agent'>, address: string): string {
    const text = [Math.floor(at / dayMs), address, user_agent].join('\n')
    return createHmac('sha256', this.#salt).update(text).digest().readBigUInt64LE().toString()
  }
}
