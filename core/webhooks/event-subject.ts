import { parseUrl } from '#schemas/parse-url.ts'
import { haveCommonTag } from '#schemas/tag-spellings.ts'
import type { WebhookFilters } from '#schemas/webhooks.ts'

/** The subject of an event, with the names of the filters. */
export type EventSubject = { [Name in keyof WebhookFilters]: readonly string[] }

/** The filter that the id of an event's record belongs to. */
const ownIds: Readonly<Record<string, 'url_ids' | 'qr_code_ids' | 'campaign_ids'>> = {
  url: 'url_ids',
  qr: 'qr_code_ids',
  campaign: 'campaign_ids',
}

/** All events use the same members for their subject, so that filters also work for new events. */
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

/** An event must match every filter, and any value of each. It does not match a filter for a member it lacks. */
export function passes(filters: WebhookFilters, subject: EventSubject): boolean {
  const names = Object.keys(filters) as (keyof WebhookFilters)[]
  return names.every((name) => {
    const wanted = filters[name]
    if (wanted === null) return true
    if (name === 'tags') return haveCommonTag(subject.tags, wanted)
    return subject[name].some((value) => wanted.includes(value))
  })
}

/** The hosts that a filter can use for the domain of a short URL: without the port, and as in the URL. */
export function hostsOf(shortUrl: string): string[] {
  const url = parseUrl(shortUrl)
  return url === null ? [] : [url.hostname, url.host]
}

const textIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])
