import { z } from 'zod'
import { parseUrl } from '#schemas/parse-url.ts'
import { type ApiLink, type ApiSource, queryOf, readBody, tagsText, textOf } from './api-source.ts'
import { readShlinkRules } from './shlink-rules.ts'
import { shlinkVisits } from './shlink-visits.ts'

/** More than this per page are slow in Shlink. */
const linksPerPage = 100

const nullableText = z.string().nullish()

const shortUrl = z.object({
  shortCode: z.string(),
  shortUrl: z.string(),
  longUrl: z.string(),
  dateCreated: nullableText,
  tags: z.array(z.string()).nullish(),
  meta: z.object({ validSince: nullableText, validUntil: nullableText, maxVisits: z.number().nullish() }).nullish(),
  title: nullableText,
  forwardQuery: z.boolean().nullish(),
  // Versions before 3.4 only have visitsCount.
  visitsSummary: z.object({ total: z.number(), nonBots: z.number().nullish() }).nullish(),
  visitsCount: z.number().nullish(),
  // Versions before 4.0 have URLs of devices instead of rules.
  deviceLongUrls: z.object({ android: nullableText, ios: nullableText, desktop: nullableText }).nullish(),
  hasRedirectRules: z.boolean().nullish(),
})

const page = z.object({
  shortUrls: z.object({
    data: z.array(shortUrl).max(linksPerPage),
    pagination: z.object({ currentPage: z.number(), pagesCount: z.number() }),
  }),
})

interface Cursor {
  page: number
}

export const shlink: ApiSource<Cursor> = {
  name: 'Shlink',
  url: null,
  // The server belongs to the user. Each link with visits needs one request per 1,000 visits.
  perSecond: 25,
  authorize: (token) => ({ 'x-api-key': token }),
  start: { page: 1 },
  // In the order of creation, links that are created meanwhile do not move the pages.
  call: ({ page }) => ({
    path: `/rest/v3/short-urls?${queryOf({ page, itemsPerPage: linksPerPage, orderBy: 'dateCreated-ASC' })}`,
  }),
  read(body, cursor) {
    const { data, pagination } = readBody(page, body).shortUrls
    const links = data.map(toLink)
    const completions = data.flatMap(({ hasRedirectRules, shortCode }, index) => {
      const link = links[index]
      if (hasRedirectRules !== true || link === undefined) return []
      const call = { path: `${pathOf(shortCode)}/redirect-rules?${queryOf({ domain: link.domain })}` }
      return [{ call, links: [link], read: (rules: unknown) => readShlinkRules(link, rules) }]
    })
    const isLast = pagination.currentPage >= pagination.pagesCount || data.length === 0
    return { links, completions, next: isLast ? null : { page: cursor.page + 1 } }
  },
  visits: shlinkVisits,
}

/** A slug can contain slashes, which are part of the path here too. */
const pathOf = (slug: string) => `/rest/v3/short-urls/${encodeURIComponent(slug)}`

function toLink(given: z.output<typeof shortUrl>): ApiLink {
  const { meta, visitsSummary, deviceLongUrls } = given
  const domain = parseUrl(given.shortUrl)?.host
  const count = visitsSummary?.total ?? given.visitsCount ?? 0
  const path = `${pathOf(given.shortCode)}/visits?${queryOf({ domain })}`
  return {
    short_url: given.shortUrl,
    slug: given.shortCode,
    domain,
    url: given.longUrl,
    name: textOf(given.title),
    tags: tagsText(given.tags),
    created_at: textOf(given.dateCreated),
    starts_at: textOf(meta?.validSince),
    expires_at: textOf(meta?.validUntil),
    max_clicks: textOf(meta?.maxVisits),
    // Waymark does not count bots either.
    clicks: textOf(visitsSummary?.nonBots ?? visitsSummary?.total ?? given.visitsCount),
    forward_query: textOf(given.forwardQuery),
    ios_url: textOf(deviceLongUrls?.ios),
    android_url: textOf(deviceLongUrls?.android),
    ...(count > 0 && { visits: { path, count } }),
    ...(deviceLongUrls?.desktop && { notes: ['targeting_dropped'] as const }),
  }
}
