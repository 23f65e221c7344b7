import { numberIn, type Reply, type Service, serve, token } from './serve.ts'

export interface ShlinkUrl {
  shortCode: string
  longUrl?: string
  domain?: string | null
  title?: string | null
  tags?: string[]
  meta?: { validSince: string | null; validUntil: string | null; maxVisits: number | null }
  forwardQuery?: boolean
  visits?: ShlinkVisit[]
  nonBots?: number
  redirectRules?: object[]
}

export interface ShlinkVisit {
  date: string
  referer?: string
  userAgent?: string
  visitLocation?: object | null
  potentialBot?: boolean
}

const host = 's.example.org'
const problem = (status: number, title: string): Reply => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: `https://shlink.io/api/error/${title}`, title, detail: title, status },
})
const invalidKey = problem(401, 'invalid-api-key')

/** Shlink 4: lists of short URLs and visits with pages, and redirect rules. */
export const serveShlink = (urls: readonly ShlinkUrl[]): Promise<Service> =>
  serve(
    (headers) => headers['x-api-key'] === token,
    invalidKey,
    ({ url }) => {
      const [, slug, list] = /^\/rest\/v3\/short-urls\/([^/]+)\/([\w-]+)$/.exec(url.pathname) ?? []
      if (url.pathname === '/rest/v3/short-urls')
        return { body: { shortUrls: pageOf(url, urls.map(describe), { standard: 10 }) } }
      const domain = url.searchParams.get('domain') ?? host
      const found = urls.find((one) => one.shortCode === slug && (one.domain ?? host) === domain)
      if (found === undefined) return problem(404, 'short-url-not-found')
      if (list === 'redirect-rules')
        return { body: { defaultLongUrl: found.longUrl, redirectRules: found.redirectRules ?? [] } }
      if (list === 'visits') return { body: { visits: pageOf(url, visitsOf(url, found), { standard: 10_000 }) } }
      return problem(404, 'not-found')
    },
  )

function describe({ shortCode, domain = null, visits = [], redirectRules = [], ...given }: ShlinkUrl) {
  const nonBots = given.nonBots ?? visits.filter(({ potentialBot }) => potentialBot !== true).length
  const bots = visits.length === 0 ? 0 : visits.length - nonBots
  return {
    shortCode,
    shortUrl: `https://${domain ?? host}/${shortCode}`,
    longUrl: given.longUrl ?? `https://example.com/${shortCode}`,
    dateCreated: '2021-05-01T20:34:16+02:00',
    tags: given.tags ?? [],
    meta: given.meta ?? { validSince: null, validUntil: null, maxVisits: null },
    domain,
    title: given.title ?? null,
    crawlable: false,
    forwardQuery: given.forwardQuery ?? true,
    hasRedirectRules: redirectRules.length > 0,
    visitsSummary: { total: nonBots + bots, nonBots, bots },
  }
}

/** Newest first, in the given period. */
const visitsOf = (url: URL, { visits = [] }: ShlinkUrl) =>
  visits
    .filter(({ date }) => Date.parse(date) <= Date.parse(url.searchParams.get('endDate') ?? '9999-01-01T00:00:00Z'))
    .toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date))
    .map(({ referer = '', userAgent = '', visitLocation = null, potentialBot = false, date }) => ({
      referer,
      date,
      userAgent,
      visitLocation,
      potentialBot,
      visitedUrl: '',
    }))

function pageOf(url: URL, all: readonly object[], { standard }: { standard: number }) {
  const [page, size] = [numberIn(url, 'page', 1), numberIn(url, 'itemsPerPage', standard)]
  const data = all.slice((page - 1) * size, page * size)
  return {
    data,
    pagination: {
      currentPage: page,
      pagesCount: Math.max(1, Math.ceil(all.length / size)),
      itemsPerPage: size,
      itemsInCurrentPage: data.length,
      totalItems: all.length,
    },
  }
}
