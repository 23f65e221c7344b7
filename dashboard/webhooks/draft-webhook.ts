import type { Webhook, WebhookBody } from '../api/webhooks.ts'
import { readTags } from '../format/tags.ts'

export interface FilledWebhook {
  name: string
  url: string
  events: readonly string[]
  include_bots: boolean
  url_ids: readonly string[]
  campaign_ids: readonly string[]
  qr_code_ids: readonly string[]
  domains: readonly string[]
  /** Comma-separated. */
  tags: string
}

export const emptyWebhook: FilledWebhook = {
  name: '',
  url: '',
  events: [],
  include_bots: false,
  url_ids: [],
  campaign_ids: [],
  qr_code_ids: [],
  domains: [],
  tags: '',
}

export const filledOf = ({ name, url, events, include_bots, filters }: Webhook): FilledWebhook => ({
  name: name ?? '',
  url,
  events,
  include_bots,
  url_ids: filters.url_ids ?? [],
  campaign_ids: filters.campaign_ids ?? [],
  qr_code_ids: filters.qr_code_ids ?? [],
  domains: filters.domains ?? [],
  tags: filters.tags?.join(', ') ?? '',
})

export const draftOf = (filled: FilledWebhook): WebhookBody => ({
  name: filled.name.trim() === '' ? null : filled.name.trim(),
  url: filled.url.trim(),
  events: [...filled.events] as WebhookBody['events'],
  include_bots: filled.include_bots,
  filters: {
    url_ids: orNull(filled.url_ids),
    campaign_ids: orNull(filled.campaign_ids),
    qr_code_ids: orNull(filled.qr_code_ids),
    domains: orNull(filled.domains),
    tags: orNull(readTags(filled.tags)),
  },
})

/** The request for a change: only what differs. The API replaces filters as a whole. */
export function changesOf(filled: FilledWebhook, former: FilledWebhook): Partial<WebhookBody> {
  const before = draftOf(former)
  const isSame = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) === JSON.stringify(before[name as keyof WebhookBody])
  return Object.fromEntries(Object.entries(draftOf(filled)).filter((member) => !isSame(member))) as Partial<WebhookBody>
}

/** An empty filter would match nothing, so null is sent instead. */
const orNull = (values: readonly string[]): string[] | null => (values.length === 0 ? null : [...values])

export const hasFilters = ({ url_ids, campaign_ids, qr_code_ids, domains, tags }: FilledWebhook): boolean =>
  [url_ids, campaign_ids, qr_code_ids, domains, tags].some(({ length }) => length > 0)
