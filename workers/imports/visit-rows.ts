import { createHash } from 'node:crypto'
import type { RawVisit } from '#core/imports/raw-visit.ts'
import { findContinent } from '#core/visits/find-continent.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import type { Config } from '#runtime/config.ts'
import { nameCountry } from '#runtime/places.ts'
import { type ClickRow, rawClickLimits } from '#schemas/clicks.ts'
import { enrich } from '../clicks/enrich.ts'
import { startClick } from '../clicks/start-click.ts'
import { addAgent } from '../clicks/steps/add-agent.ts'
import { addSource } from '../clicks/steps/add-source.ts'
import { addUtm } from '../clicks/steps/add-utm.ts'

const longestPlace = 100

export type LinkedVisit = RawVisit & { link_id: string }

/** Turns visits of a source into rows of clicks. */
export class VisitRows {
  readonly #run: Pick<ImportRow, 'account_id' | 'source'>
  readonly #steps

  constructor(run: Pick<ImportRow, 'account_id' | 'source'>, { BASE_DOMAIN, BASE_URL }: Config) {
    this.#run = run
    this.#steps = [addAgent(), addUtm, addSource(new Set([BASE_DOMAIN, new URL(BASE_URL).host]))]
  }

  /** The same rows for the same visits. Visits without a possible time are left out. */
  async make(batchId: string, visits: readonly LinkedVisit[]): Promise<ClickRow[]> {
    const clicks = visits.flatMap((visit, index) => {
      const click = startClick(this.#toRaw(visit), batchId, index)
      return click === null ? [] : [{ ...click, visit }]
    })
    await enrich(clicks, this.#steps)
    return clicks.map(({ row, visit }) => ({ ...row, ...this.#factsOf(visit) }))
  }

  #toRaw(visit: LinkedVisit) {
    const { link_id } = visit
    return {
      clicked_at: String(visit.at),
      account_id: this.#run.account_id,
      link_id,
      qr_code_id: '',
      test_id: '',
      variant_id: '',
      rule_id: '',
      visitor_id: visit.visitor_id ?? visitorOf(link_id, visit),
      ip_prefix: '',
      method: 'GET',
      purpose: '',
      user_agent: visit.user_agent.slice(0, rawClickLimits.user_agent),
      language: '',
      referrer: visit.referrer.slice(0, rawClickLimits.referrer),
      query: '',
      destination_url: visit.destination_url.slice(0, rawClickLimits.destination_url),
    }
  }

  #factsOf({ country_code, region, city, is_bot }: RawVisit): Partial<ClickRow> {
    const code = /^[a-z]{2}$/.test(country_code) ? country_code : ''
    return {
      imported_from: this.#run.source,
      country_code: code,
      country: code === '' ? '' : nameCountry(code.toUpperCase()),
      continent: findContinent(code),
      region: region.slice(0, longestPlace),
      city: city.slice(0, longestPlace),
      ...(is_bot && { traffic: 'bot' as const, bot_reason: 'source' }),
    }
  }
}

/**
 * Sources do not tell which visits are from the same visitor. Those on one day with the same agent from the same place are
 * counted as one.
 */
function visitorOf(linkId: string, { at, user_agent, country_code, region, city }: RawVisit): string {
  const day = Number.isFinite(at) ? Math.floor(at / 86_400_000) : 0
  const text = [linkId, day, user_agent, country_code, region, city].join('\n')
  return createHash('sha256').update(text).digest().readBigUInt64LE().toString()
}
