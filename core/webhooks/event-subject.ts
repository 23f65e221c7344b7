import { parseUrl } from '#schemas/parse-url.ts'
import type { WebhookFilters } from '#schemas/webhooks.ts'

/** What an event is about, in the words of the filters. */
export type EventSubject = { [Name in keyof WebhookFilters]: readonly string[] }

/** By which of its members an event of this kind names itself. */
const ownIds: Readonly<Record<string, 'url_ids' | 'qr_code_ids' | 'campaign_ids'>> = {
  url: 'url_ids',
  qr: 'qr_code_ids',
  campaign: 'campaign_ids',
}

/** Events name what they are about by the same members throughout, so that a new one is filtered without more ado. */
export function subjectOf(type: string, data: Readonly<Record<string, unknown>>): EventSubject {
  const own = ownIds[type.slice(0, type.indexOf('.'))]
  const idsOf = (name: keyof EventSubject, member: string) => [
    ...textIn(data[member]),
    ...(own === name ? textIn(data['id']) : []),
  ]
  return {
    url_ids: idsOf('url_ids', 'short_url_id'),
    campaign_ids: idsOf('campaign_ids', 'campaign_id'),
    tags: Array.isArray(data['tags']) ? data['tags'].flatMap(textIn) : [],
    qr_code_ids: idsOf('qr_code_ids', 'qr_code_id'),
    domains: [...textIn(data['domain']), ...textIn(data['short_url']).flatMap(hostsOf)],
  }
}

/** An event passes that fits each filter that is given: by one of its values. What it has nothing of it does not fit. */
export function passes(filters: WebhookFilters, subject: EventSubject): boolean {
  const names = Object.keys(filters) as (keyof WebhookFilters)[]
  return names.every((name) => {
    const wanted = filters[name]
    return wanted === null || subject[name].some((value) => wanted.includes(value))
  })
}

/** By either of which a filter may name the domain of a short URL: without the port, and as the address shows it. */
export function hostsOf(shortUrl: string): string[] {
  const url = parseUrl(shortUrl)
  return url === null ? [] : [url.hostname, url.host]
}

const textIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])
