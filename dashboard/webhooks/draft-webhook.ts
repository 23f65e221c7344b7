import type { Webhook, WebhookBody, WebhookFilters } from '../api/webhooks.ts'
import { readTags } from '../format/tags.ts'
import { changedMembers } from '../parts/draft-changes.ts'

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
  ...settingsOf(filled),
  filters: filtersOf(filled),
})

const settingsOf = ({ name, url, events, include_bots }: FilledWebhook) => ({
  name: name.trim() === '' ? null : name.trim(),
  url: url.trim(),
  events: [...events] as WebhookBody['events'],
  include_bots,
})

const filtersOf = ({ url_ids, campaign_ids, qr_code_ids, domains, tags }: FilledWebhook): WebhookFilters => ({
  url_ids: orNull(url_ids),
  campaign_ids: orNull(campaign_ids),
  qr_code_ids: orNull(qr_code_ids),
  domains: orNull(domains),
  tags: orNull(readTags(tags)),
})

/**
 * The request for a change: only what differs. The API replaces filters as a whole, so that the others are read again to keep what
 * other users changed meanwhile.
 */
export async function changesOf(
  filled: FilledWebhook,
  former: FilledWebhook,
  readFilters: () => Promise<WebhookFilters>,
): Promise<Partial<WebhookBody>> {
  const changes = changedMembers(settingsOf(filled), settingsOf(former))
  const filters = changedMembers(filtersOf(filled), filtersOf(former))
  if (Object.keys(filters).length === 0) return changes
  return { ...changes, filters: { ...(await readFilters()), ...filters } }
}

/** An empty filter would match nothing, so null is sent instead. */
const orNull = (values: readonly string[]): string[] | null => (values.length === 0 ? null : [...values])

export const hasFilters = ({ url_ids, campaign_ids, qr_code_ids, domains, tags }: FilledWebhook): boolean =>
  [url_ids, campaign_ids, qr_code_ids, domains, tags].some(({ length }) => length > 0)
