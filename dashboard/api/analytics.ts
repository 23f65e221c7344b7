import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { timelineReply } from '#schemas/analytics.ts'
import type { click } from '#schemas/analytics-clicks.ts'
import type { accountOverview, urlOverview } from '#schemas/analytics-overview.ts'
import type { topUrlsReply } from '#schemas/analytics-urls.ts'
import type { deviceReply, locationReply, referrersReply } from '#schemas/breakdowns.ts'
import { timeZone } from '../format/time-zone.ts'
import { read, readPage } from './client.ts'

/** Which clicks a report is about: parameters of the interface as they are. */
export interface Scope {
  dateRange?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  countryCode?: string | undefined
  deviceType?: string | undefined
  browser?: string | undefined
  os?: string | undefined
  referrerDomain?: string | undefined
}

export type Timeline = z.output<typeof timelineReply>
export type Click = z.output<typeof click>
type Reports = {
  overview: z.output<typeof urlOverview>
  timeline: Timeline
  device: z.output<typeof deviceReply>
  location: z.output<typeof locationReply>
  referrers: z.output<typeof referrersReply>
}

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
      read<Reports[Name]>(`/api/v1/analytics/url/${id}/${name}`, { signal, query: { ...query, timezone: timeZone() } }),
  })

export const accountOverviewQuery = (query: Scope) =>
  queryOptions({
    queryKey: ['clicks', 'all', 'overview', query],
    staleTime: freshMs,
    queryFn: ({ signal }) =>
      read<z.output<typeof accountOverview>>('/api/v1/analytics/overview', {
        signal,
        query: { ...query, timezone: timeZone() },
      }),
  })

export const topLinksQuery = (query: Scope) =>
  queryOptions({
    queryKey: ['clicks', 'all', 'top', query],
    staleTime: freshMs,
    queryFn: ({ signal }) =>
      read<z.output<typeof topUrlsReply>>('/api/v1/analytics/top-performing-urls', {
        signal,
        query: { ...query, limit: 6, timezone: timeZone() },
      }),
  })

export const recentClicksQuery = (limit: number) =>
  queryOptions({
    queryKey: ['clicks', 'all', 'recent', limit],
    // Live: a page that nobody looks at does not ask.
    refetchInterval: 5_000,
    queryFn: async ({ signal }) =>
      (await readPage<{ data: Click[] }>('/api/v1/analytics/clicks/all', { signal, query: { limit } })).data,
  })
