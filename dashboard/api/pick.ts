import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Campaign } from '#schemas/campaigns.ts'
import type { Domain } from '#schemas/domains.ts'
import type { ShortUrl } from '#schemas/links.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import type { TagRecord } from '#schemas/tag-records.ts'
import { quantity } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { kindNames } from '../qr-codes/code-search.ts'
import { type Query, read, readAll, readPage } from './client.ts'
import { shortHost } from './page-meta.ts'

/** A resource that can be selected in a form. */
export interface Pickable {
  id: string
  name: string
  about: string
  /** Why it cannot be A/B tested. */
  untestable?: string | undefined
  /** Color of a tag. */
  color?: string | undefined
}
export type PickKind = 'link' | 'code' | 'campaign' | 'domain' | 'tag'

/** Suggestions per search. */
const mostFound = 20

const ofLink = ({ id, short_url, name, original_url, ab_test_id, tracking_enabled }: ShortUrl): Pickable => ({
  id,
  name: bareUrl(short_url),
  about: name ?? bareUrl(original_url),
  untestable: ab_test_id === null ? (tracking_enabled ? undefined : 'Click tracking is off') : 'Already in a test',
})

const ofCode = ({ id, name, short_url, content_type, is_dynamic, tracking_enabled }: QrCode): Pickable => ({
  id,
  name: name ?? 'Untitled QR code',
  about: short_url === null ? kindNames[content_type] : bareUrl(short_url),
  untestable:
    content_type === 'url' && is_dynamic
      ? tracking_enabled
        ? undefined
        : 'Scan tracking is off'
      : 'Only dynamic codes with a URL can be tested',
})

const ofCampaign = ({ id, name, description }: Campaign): Pickable => ({ id, name, about: description ?? 'Campaign' })
const ofTag = ({ name, color, link_count }: TagRecord): Pickable => ({
  id: name,
  name,
  about: quantity(link_count, 'link'),
  color,
})
const ofDomain = (host: string): Pickable => ({ id: host, name: host, about: 'Domain' })

type Search = (q: string, signal: AbortSignal) => Promise<Pickable[]>
const listOf = async <Item>(path: string, q: string, signal: AbortSignal, order: Query = {}): Promise<Item[]> => {
  const query = { limit: mostFound, search: q === '' ? undefined : q, ...order }
  return (await readPage<{ data: Item[] }>(path, { signal, query })).data
}

const searches: Record<PickKind, Search> = {
  link: async (q, signal) => (await listOf<ShortUrl>('/api/v1/short-urls', q, signal)).map(ofLink),
  code: async (q, signal) => (await listOf<QrCode>('/api/v1/qr-codes', q, signal)).map(ofCode),
  campaign: async (q, signal) => (await listOf<Campaign>('/api/v1/campaigns', q, signal)).map(ofCampaign),
  tag: async (q, signal) =>
    (await listOf<TagRecord>('/api/v1/tags', q, signal, { sortBy: 'link_count', sortOrder: 'desc' })).map(ofTag),
  async domain(q, signal) {
    const own = await readAll<Domain>('/api/v1/domains', signal)
    const hosts = [shortHost, ...own.map((each) => each.domain)]
    return hosts
      .filter((host) => host.includes(q.toLowerCase()))
      .slice(0, mostFound)
      .map(ofDomain)
  },
}

export const pickQuery = (kind: PickKind, q: string) =>
  queryOptions({
    queryKey: ['pick', kind, q],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => searches[kind](q, signal),
  })

/** The resource that is already selected, by ID. */
export const pickedQuery = (kind: PickKind, id: string) =>
  queryOptions({
    queryKey: ['picked', kind, id],
    retry: false,
    async queryFn({ signal }): Promise<Pickable> {
      const at = encodeURIComponent(id)
      if (kind === 'link') return ofLink(await read<ShortUrl>(`/api/v1/short-urls/${at}`, { signal }))
      if (kind === 'campaign') return ofCampaign(await read<Campaign>(`/api/v1/campaigns/${at}`, { signal }))
      if (kind === 'code') return ofCode((await read<{ qrCode: QrCode }>(`/api/v1/qr-codes/${at}`, { signal })).qrCode)
      return { id, name: id, about: '' }
    },
  })
