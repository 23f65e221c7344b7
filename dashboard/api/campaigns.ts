import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Granularity } from '#schemas/analytics.ts'
import type { Campaign, CampaignStatus, campaignAnalytics, updateCampaignBody } from '#schemas/campaigns.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { figuresQuery, type Scope } from './analytics.ts'
import { change, type Page } from './client.ts'
import { numberedPages, pageQuery, pagesAfterCursor, readQuery } from './pages.ts'
import { campaignsKey } from './refresh.ts'

export type { Campaign }

export type CampaignAnalytics = z.output<typeof campaignAnalytics>
export type CampaignChanges = z.input<typeof updateCampaignBody>

export interface CampaignFilter {
  q?: string | undefined
  status?: CampaignStatus | undefined
}

const path = '/api/v1/campaigns'
const pageSize = 50

export const campaignsQuery = ({ q, status }: CampaignFilter) =>
  numberedPages<Page<Campaign>>([...campaignsKey, 'list', { q, status }], path, { limit: pageSize, search: q, status })

export const campaignQuery = (id: string) =>
  readQuery<Campaign>([...campaignsKey, 'one', id], `${path}/${encodeURIComponent(id)}`)

export const campaignLinksQuery = (id: string) => linksQuery('links', { campaign_id: id, status: 'all' })
/** The number of its links, including those in the trash, whose clicks count too. */
export const campaignSizeQuery = (id: string) =>
  queryOptions({
    ...pageQuery<ShortUrl>([...campaignsKey, 'size', id], '/api/v1/short-urls', {
      limit: 1,
      campaign_id: id,
      status: 'all',
    }),
    select: ({ pagination }) => pagination.total,
  })
/** Links in other campaigns or in none. */
export const linksOutsideQuery = (id: string, search: string) =>
  linksQuery('links-outside', { outside_campaign_id: id, search })

const linksQuery = (
  name: string,
  filter: { search?: string; campaign_id?: string; outside_campaign_id?: string; status?: 'all' },
) => pagesAfterCursor<ShortUrl>([...campaignsKey, name, filter], '/api/v1/short-urls', { limit: pageSize, ...filter })

export const campaignAnalyticsQuery = (id: string, query: Scope & { granularity: Granularity }) =>
  figuresQuery<CampaignAnalytics>(
    ['clicks', 'all', 'campaign', id, query],
    `${path}/${encodeURIComponent(id)}/analytics`,
    query,
  )

export const createCampaign = (body: CampaignChanges) => change<Campaign>('POST', path, { body })
export const updateCampaign = (id: string, body: CampaignChanges) => change('PUT', `${path}/${id}`, { body })
export const addLinks = (id: string, url_ids: string[]) => change('POST', `${path}/${id}/urls`, { body: { url_ids } })
export const removeLinks = (id: string, url_ids: string[]) =>
  change('DELETE', `${path}/${id}/urls`, { body: { url_ids } })

export const deleteCampaign = (id: string, { withLinks, keepalive }: { withLinks: boolean; keepalive: boolean }) =>
  change('DELETE', `${path}/${id}`, { query: { delete_urls: String(withLinks) }, keepalive })
