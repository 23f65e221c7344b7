import { z } from 'zod'
import {
  type ApiLink,
  type ApiPage,
  type ApiSource,
  type Completion,
  queryOf,
  readBody,
  tagsText,
  textOf,
} from './api-source.ts'

/** The most that Short.io returns. */
const linksPerPage = 150
const mostDomains = 1_000

const nullableText = z.string().nullish()
/** A date is a text or a number of milliseconds. */
const moment = z.union([z.string(), z.number()]).nullish()

const domains = z.array(z.object({ id: z.number(), hostname: z.string() })).max(mostDomains)

const link = z.object({
  idString: nullableText,
  path: z.string(),
  originalURL: z.string(),
  shortURL: nullableText,
  secureShortURL: nullableText,
  title: nullableText,
  tags: z.array(z.string()).nullish(),
  createdAt: moment,
  expiresAt: moment,
  expiredURL: nullableText,
  clicksLimit: z.number().nullish(),
  hasPassword: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  cloaking: z.boolean().nullish(),
  redirectType: z.union([z.string(), z.number()]).nullish(),
  iphoneURL: nullableText,
  androidURL: nullableText,
  utmSource: nullableText,
  utmMedium: nullableText,
  utmCampaign: nullableText,
  utmTerm: nullableText,
  utmContent: nullableText,
})

const page = z.object({ links: z.array(link).max(linksPerPage), nextPageToken: nullableText })
const clickTotals = z.record(z.string(), z.number())

interface Cursor {
  /** IDs of the domains that are still to be read, the current one first; null before they are known. */
  domains: number[] | null
  hosts: Readonly<Record<string, string>>
  token: string | null
}

export const shortio: ApiSource<Cursor> = {
  name: 'Short.io',
  url: 'https://api.short.io',
  hosts: { statistics: 'https://statistics.short.io' },
  perSecond: 5,
  authorize: (token) => ({ authorization: token }),
  start: { domains: null, hosts: {}, token: null },
  call: ({ domains, token }) => ({
    path:
      domains === null
        ? '/api/domains'
        : `/api/links?${queryOf({ domain_id: domains[0], limit: linksPerPage, pageToken: token ?? undefined })}`,
  }),
  read: (body, cursor) => (cursor.domains === null ? readDomains(body) : readLinks(body, cursor)),
}

function readDomains(body: unknown): ApiPage<Cursor> {
  const found = readBody(domains, body)
  const hosts = Object.fromEntries(found.map(({ id, hostname }) => [id, hostname]))
  return {
    links: [],
    next: found.length === 0 ? null : { domains: found.map(({ id }) => id), hosts, token: null },
  }
}

function readLinks(body: unknown, cursor: Cursor): ApiPage<Cursor> {
  const { links: all, nextPageToken } = readBody(page, body)
  const [domain = 0, ...others] = cursor.domains ?? []
  // The link without a path is where the domain itself redirects.
  const given = all.filter(({ path }) => path !== '')
  const links = given.map((one) => toLink(one, cursor.hosts[domain]))
  const ids = new Map(given.flatMap(({ idString }, index) => (idString ? [[idString, links[index]] as const] : [])))
  const here = nextPageToken ? { ...cursor, token: nextPageToken } : null
  const after = others.length === 0 ? null : { ...cursor, domains: others, token: null }
  return { links, completions: ids.size === 0 ? [] : [totalsOf(domain, ids, links)], next: here ?? after }
}

function totalsOf(domain: number, ids: ReadonlyMap<string, ApiLink | undefined>, links: ApiLink[]): Completion {
  const path = `/statistics/domain/${domain}/link_clicks?${queryOf({ ids: [...ids.keys()].join(',') })}`
  return {
    call: { path, host: 'statistics' },
    links,
    read(body) {
      for (const [id, clicks] of Object.entries(readBody(clickTotals, body))) {
        const link = ids.get(id)
        if (link !== undefined) link.clicks = String(clicks)
      }
    },
  }
}

const toLink = (given: z.output<typeof link>, host: string | undefined): ApiLink => ({
  slug: given.path,
  domain: host,
  short_url: textOf(given.secureShortURL ?? given.shortURL),
  url: given.originalURL,
  name: textOf(given.title),
  tags: tagsText(given.tags),
  created_at: textOf(given.createdAt),
  expires_at: textOf(given.expiresAt),
  expired_url: textOf(given.expiredURL),
  max_clicks: textOf(given.clicksLimit),
  password: textOf(given.hasPassword),
  archived: textOf(given.archived),
  redirect_type: textOf(given.redirectType),
  ios_url: textOf(given.iphoneURL),
  android_url: textOf(given.androidURL),
  utm_source: textOf(given.utmSource),
  utm_medium: textOf(given.utmMedium),
  utm_campaign: textOf(given.utmCampaign),
  utm_term: textOf(given.utmTerm),
  utm_content: textOf(given.utmContent),
  ...(given.cloaking === true && { notes: ['cloaking_dropped'] as const }),
})
