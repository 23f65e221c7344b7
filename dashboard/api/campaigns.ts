import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Campaign, CampaignStatus, campaignAnalytics } from '#schemas/campaigns.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { timeZone } from '../format/time-zone.ts'
import type { Scope } from './analytics.ts'
import { change, type Page, read, readPage } from './client.ts'
import { campaignsKey } from './refresh.ts'

export type { Campaign }

export interface CampaignFilter {
  q?: string | undefined
  status?: CampaignStatus | undefined
}

/** What a form says of a campaign. */
export interface CampaignDraft {
  name?: string
  description?: string | null
  start_date?: string | null
  end_date?: string | null
  tags?: string[]
}

const path = '/api/v1/campaigns'
const pageSize = 50

export const campaignsQuery = ({ q, status }: CampaignFilter) =>
  infiniteQueryOptions({
    queryKey: [...campaignsKey, 'list', { q, status }],
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, has_more } }: Page<Campaign>) => (has_more ? page + 1 : undefined),
    queryFn: ({ pageParam, signal }) =>
      readPage<Page<Campaign>>(path, { signal, query: { limit: pageSize, page: pageParam, search: q, status } }),
  })

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: [...campaignsKey, 'one', id],
    queryFn: ({ signal }) => read<Campaign>(`${path}/${encodeURIComponent(id)}`, { signal }),
  })

export const campaignLinksQuery = (id: string) => linksQuery('links', { campaign_id: id, status: 'all' })
/** Links of other campaigns and of none. */
export const linksOutsideQuery = (id: string, search: string) =>
  linksQuery('links-outside', { outside_campaign_id: id, search })

const linksQuery = (
  name: string,
  filter: { search?: string; campaign_id?: string; outside_campaign_id?: string; status?: 'all' },
) =>
  infiniteQueryOptions({
    queryKey: [...campaignsKey, name, filter],
    initialPageParam: '',
    getNextPageParam: ({ pagination: { next_cursor } }: Page<ShortUrl>) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage<Page<ShortUrl>>('/api/v1/short-urls', {
        signal,
        query: { limit: pageSize, cursor: pageParam, ...filter },
      }),
  })

const freshMs = 15_000

export const campaignAnalyticsQuery = (id: string, query: Scope & { granularity: 'hour' | 'day' }) =>
  queryOptions({
    queryKey: ['clicks', 'all', 'campaign', id, query],
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      read<z.output<typeof campaignAnalytics>>(`${path}/${encodeURIComponent(id)}/analytics`, {
        signal,
        query: { ...query, timezone: timeZone() },
      }),
  })

export const createCampaign = (body: CampaignDraft) => change<Campaign>('POST', path, { body })
export const updateCampaign = (id: string, body: CampaignDraft) => change('PUT', `${path}/${id}`, { body })
export const addLinks = (id: string, url_ids: string[]) => change('POST', `${path}/${id}/urls`, { body: { url_ids } })
export const removeLinks = (id: string, url_ids: string[]) =>
  change('DELETE', `${path}/${id}/urls`, { body: { url_ids } })

interface Deletion {
  withLinks: boolean
  keepalive: boolean
}

export const deleteCampaign = (id: string, { withLinks, keepalive }: Deletion) =>
  change('DELETE', `${path}/${id}`, { query: { delete_urls: String(withLinks) }, keepalive })
