import { queryOptions } from '@tanstack/react-query'
import type { DestinationCard, SiteIcon } from '#schemas/destinations.ts'
import { parseUrl } from '#schemas/parse-url.ts'
import { readQuery } from './pages.ts'

const freshMs = 600_000
/** A worker reads the page meanwhile. */
const againMs = 1_500
const mostTries = 5
/** Longer URLs do not fit into a request. */
const longestUrl = 4_000

/** Whether a page can have a preview: http, and a host with a dot, as in every public name. */
function isReadable(url: string): boolean {
  const parsed = url.length <= longestUrl ? parseUrl(url) : null
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hostname.includes('.') && parsed.username === ''
}

/** The title, description and images of a destination. */
export const destinationQuery = (url: string) =>
  queryOptions({
    ...readQuery<DestinationCard>(['destination', url], '/api/app/destination', { url }),
    enabled: isReadable(url),
    staleTime: freshMs,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.is_read === false && dataUpdateCount < mostTries ? againMs : false,
  })

/** The origin of a URL whose site may have an icon. */
export const siteOf = (url: string): string | null => (isReadable(url) ? (parseUrl(url)?.origin ?? null) : null)

/** The icons of these sites, in one request. */
export const siteIconsQuery = (origins: readonly string[]) =>
  queryOptions({
    ...readQuery<SiteIcon[]>(['site-icons', origins], '/api/app/site-icons', { origins: origins.join(',') }),
    enabled: origins.length > 0,
    staleTime: freshMs,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && data.length < origins.length && dataUpdateCount < mostTries ? 2 * againMs : false,
  })
