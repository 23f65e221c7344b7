import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  type QueryMeta,
  queryOptions,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { FilterQuery, Granularity, timelineReply } from '#schemas/analytics.ts'
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
import { isDay, writeDay } from '../format/days.ts'
import { timeZone } from '../format/time-zone.ts'
import { downloadUrl, type Page, type Query, read, readPage } from './client.ts'
import { pagesAfterCursor } from './pages.ts'

/** Filters of a report: query parameters of the API, unchanged. */
export type Scope = { [Name in Exclude<keyof FilterQuery, 'timezone'>]?: string | undefined }

export type Timeline = z.output<typeof timelineReply>
export type Click = z.output<typeof click>
type Reports = {
  /** The overview of one link, or of the account. */
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

/** Figures of a period that includes the present change with each click. */
const endsNow = ({ endDate }: Query): boolean =>
  endDate === undefined || (isDay(endDate) && endDate >= writeDay(new Date()))

/** Click figures in the user's time zone. The previous figures stay, dimmed, while new ones load. */
export const figuresQuery = <Figures extends object>(queryKey: QueryKey, path: string, query: Query) =>
  queryOptions<Figures>({
    queryKey,
    staleTime: freshMs,
    meta: { isLive: endsNow(query) },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => read<Figures>(path, { signal, query: { ...query, timezone: timeZone() } }),
  })

/** A report on one link, or on `all`. */
export const reportQuery = <Name extends ReportName>(
  name: Name,
  id: string,
  query: Scope & { granularity?: Granularity },
) => figuresQuery<Reports[Name]>(['clicks', id, name, query], `/api/v1/analytics/url/${id}/${name}`, query)

/**
 * More options for a query that reads a comparison. Until it is loaded, only figures of the same comparison are shown, such as
 * those of a minute ago: others would appear below the wrong name.
 */
export const comparisonOf = <Figures extends object>(name: string) => ({
  meta: { comparison: name },
  placeholderData: (old: Figures | undefined, query: { meta: QueryMeta | undefined } | undefined) =>
    query?.meta?.['comparison'] === name ? old : undefined,
})

export const accountOverviewQuery = (query: Scope) =>
  figuresQuery<AccountOverview>(['clicks', 'all', 'overview', query], '/api/v1/analytics/overview', query)

const topPath = '/api/v1/analytics/top-performing-urls'

export const topLinksQuery = (query: Scope, { limit = 6, page = 1, search = '' } = {}) =>
  figuresQuery<TopLinks>(['clicks', 'all', 'top', query, { limit, page, search }], topPath, {
    ...query,
    limit,
    page,
    search,
  })

const topPageSize = 50

/** Links with clicks. Links without clicks are sorted last, so the first of them ends the list. */
export const topLinkPagesQuery = (query: Scope, search: string) =>
  infiniteQueryOptions({
    queryKey: ['clicks', 'all', 'top pages', query, search],
    initialPageParam: 1,
    getNextPageParam: ({ urls, pagination: { page, totalPages } }: TopLinks) =>
      page < totalPages && (urls.at(-1)?.click_count ?? 0) > 0 ? page + 1 : undefined,
    queryFn: ({ pageParam, signal }) =>
      read<TopLinks>(topPath, {
        signal,
        query: { ...query, limit: topPageSize, page: pageParam, search, timezone: timeZone() },
      }),
  })

/** The newest clicks. */
export const recentClicksQuery = (limit: number, id = 'all', query: Scope = {}) =>
  queryOptions({
    queryKey: ['clicks', id, 'recent', query, limit],
    placeholderData: keepPreviousData,
    meta: { isLive: endsNow(query) },
    queryFn: async ({ signal }) =>
      (await readPage<Page<Click>>(clicksPath(id), { signal, query: { ...query, limit, timezone: timeZone() } })).data,
  })

const clickPageSize = 50

export const allClicksQuery = (id: string, query: Scope) =>
  pagesAfterCursor<Click>(['clicks', id, 'each', query], clicksPath(id), {
    ...query,
    limit: clickPageSize,
    timezone: timeZone(),
  })

const clicksPath = (id: string) => `/api/v1/analytics/clicks/${encodeURIComponent(id)}`

/** Maximum clicks per export: a limit of the API. */
export const mostExported = 1_000_000

export const exportUrl = (id: string, query: Scope, format: 'csv' | 'ndjson' | 'parquet'): string =>
  downloadUrl('/api/v1/analytics/export', { ...query, shortUrlId: id, format, timezone: timeZone() })
