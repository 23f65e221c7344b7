import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { FilterQuery, timelineReply } from '#schemas/analytics.ts'
import type { click } from '#schemas/analytics-clicks.ts'
import type { accountOverview, urlOverview } from '#schemas/analytics-overview.ts'
import type { topUrlsReply } from '#schemas/analytics-urls.ts'
import type {
  campaignsReply,
  columnReplies,
  deviceReply,
  locationReply,
  referrersReply,
  utmReply,
} from '#schemas/breakdowns.ts'
import type { ReportName as ColumnReportName } from '#schemas/click-columns.ts'
import { timeZone } from '../format/time-zone.ts'
import { type Page, read, readPage, urlOf } from './client.ts'

/** Which clicks a report is about: parameters of the API as they are. */
export type Scope = { [Name in Exclude<keyof FilterQuery, 'timezone'>]?: string | undefined }

export type Timeline = z.output<typeof timelineReply>
export type Click = z.output<typeof click>
type Reports = {
  /** Of one link the first, of all the second. */
  overview: UrlOverview | AccountOverview
  timeline: Timeline
  device: z.output<typeof deviceReply>
  location: z.output<typeof locationReply>
  referrers: z.output<typeof referrersReply>
  utm: z.output<typeof utmReply>
  campaigns: z.output<typeof campaignsReply>
} & { [Name in ColumnReportName]: z.output<(typeof columnReplies)[Name]> }
export type ReportName = keyof Reports
export type Report<Name extends ReportName> = Reports[Name]
type UrlOverview = z.output<typeof urlOverview>
type AccountOverview = z.output<typeof accountOverview>
export type TopLinks = z.output<typeof topUrlsReply>

const freshMs = 15_000

/** A report over one link, or `all`. Old numbers stay, dimmed, while new ones load. */
export const reportQuery = <Name extends keyof Reports>(
  name: Name,
  id: string,
  query: Scope & { granularity?: 'hour' | 'day' },
) =>
  queryOptions<Reports[Name]>({
    queryKey: ['clicks', id, name, query],
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      read<Reports[Name]>(`/api/v1/analytics/url/${id}/${name}`, {
        signal,
        query: { ...query, timezone: timeZone() },
      }),
  })

export const accountOverviewQuery = (query: Scope) =>
  queryOptions({
    queryKey: ['clicks', 'all', 'overview', query],
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      read<AccountOverview>('/api/v1/analytics/overview', { signal, query: { ...query, timezone: timeZone() } }),
  })

interface TopPage {
  limit?: number
  page?: number
  search?: string
}

export const topLinksQuery = (query: Scope, { limit = 6, page = 1, search = '' }: TopPage = {}) =>
  queryOptions({
    queryKey: ['clicks', 'all', 'top', query, { limit, page, search }],
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      read<TopLinks>('/api/v1/analytics/top-performing-urls', {
        signal,
        query: { ...query, limit, page, search, timezone: timeZone() },
      }),
  })

const topPageSize = 50

/** All links with clicks: those without any come last, and end it. */
export const topLinkPagesQuery = (query: Scope, search: string) =>
  infiniteQueryOptions({
    queryKey: ['clicks', 'all', 'top pages', query, search],
    initialPageParam: 1,
    getNextPageParam: ({ urls, pagination: { page, totalPages } }: TopLinks) =>
      page < totalPages && (urls.at(-1)?.click_count ?? 0) > 0 ? page + 1 : undefined,
    queryFn: ({ pageParam, signal }) =>
      read<TopLinks>('/api/v1/analytics/top-performing-urls', {
        signal,
        query: { ...query, limit: topPageSize, page: pageParam, search, timezone: timeZone() },
      }),
  })

const liveMs = 5_000

export const recentClicksQuery = (limit: number) => liveClicksQuery('all', {}, { limit, isLive: true })

/** The newest clicks, as they come in. */
export const liveClicksQuery = (id: string, query: Scope, { limit, isLive }: { limit: number; isLive: boolean }) =>
  queryOptions({
    queryKey: ['clicks', id, 'recent', query, limit],
    placeholderData: keepPreviousData,
    // A page that nobody looks at does not ask.
    refetchInterval: isLive ? liveMs : false,
    queryFn: async ({ signal }) =>
      (await readPage<Page<Click>>(clicksPath(id), { signal, query: { ...query, limit, timezone: timeZone() } })).data,
  })

const clickPageSize = 50

export const allClicksQuery = (id: string, query: Scope) =>
  infiniteQueryOptions({
    queryKey: ['clicks', id, 'each', query],
    initialPageParam: '',
    getNextPageParam: ({ pagination: { next_cursor } }: Page<Click>) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage<Page<Click>>(clicksPath(id), {
        signal,
        query: { ...query, limit: clickPageSize, cursor: pageParam, timezone: timeZone() },
      }),
  })

const clicksPath = (id: string) => `/api/v1/analytics/clicks/${encodeURIComponent(id)}`

/** One file has no more clicks: the interface refuses it. */
export const mostExported = 1_000_000

/** Where the clicks can be had as a file. */
export const exportUrl = (id: string, query: Scope, format: 'csv' | 'ndjson'): string =>
  urlOf('/api/v1/analytics/export', { ...query, shortUrlId: id, format, timezone: timeZone() })
