import type { Scope } from '../api/analytics.ts'
import { readCity, readRegion } from './place-key.ts'
import type { Filters, ReportSearch } from './search.ts'

/** What a page is about by itself, whatever its filters say. */
export interface About {
  link?: string | undefined
  campaign?: string | undefined
}

/** Which clicks: those of a link, or `all`, as far as the filters leave them. Without the period. */
export function compileScope(search: ReportSearch, about: About = {}): { id: string; filters: Scope } {
  return {
    id: about.link ?? search.link ?? 'all',
    filters: {
      campaignId: about.campaign ?? search.campaign,
      ...compileLink(search),
      ...compileClick(search),
      traffic: search.traffic,
      trigger: search.trigger,
    },
  }
}

const compileLink = ({ tag, type }: Filters): Scope => ({ tags: tag, urlType: type })

/** The narrowest place wins: a city says its region and country too. */
const compileClick = (search: Filters): Scope => ({
  countryCode: search.country,
  ...(search.region !== undefined && readRegion(search.region)),
  ...(search.city !== undefined && readCity(search.city)),
  deviceType: search.device,
  browser: search.browser,
  os: search.os,
  referrerDomain: search.referrer,
  utmSource: search.utm_source,
  utmMedium: search.utm_medium,
  utmCampaign: search.utm_campaign,
  utmTerm: search.utm_term,
  utmContent: search.utm_content,
})
