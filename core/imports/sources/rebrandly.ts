import { z } from 'zod'
import { type ApiSource, queryOf, readBody, tagsText, textOf } from './api-source.ts'

/** The most that Rebrandly returns. */
const linksPerPage = 25

const link = z.object({
  id: z.string(),
  slashtag: z.string(),
  destination: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  shortUrl: z.string().nullish(),
  domainName: z.string().nullish(),
  domain: z.object({ fullName: z.string().nullish() }).nullish(),
  status: z.string().nullish(),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  clicks: z.number().nullish(),
  createdAt: z.string().nullish(),
})

const page = z.array(link).max(linksPerPage)

interface Cursor {
  /** ID of the last link. */
  last: string | null
}

export const rebrandly: ApiSource<Cursor> = {
  name: 'Rebrandly',
  url: 'https://api.rebrandly.com',
  perSecond: 2,
  authorize: (token) => ({ apikey: token }),
  start: { last: null },
  call: ({ last }) => ({
    path: `/v1/links?${queryOf({ orderBy: 'createdAt', orderDir: 'asc', limit: linksPerPage, last: last ?? undefined })}`,
  }),
  read(body) {
    const links = readBody(page, body)
    const last = links.at(-1)
    return {
      links: links.map((given) => ({
        slug: given.slashtag,
        domain: textOf(given.domainName ?? given.domain?.fullName),
        short_url: textOf(given.shortUrl),
        url: given.destination,
        name: textOf(given.title),
        description: textOf(given.description),
        tags: tagsText(given.tags?.map(({ name }) => name)),
        clicks: textOf(given.clicks),
        created_at: textOf(given.createdAt),
        ...(given.status && given.status !== 'active' && { is_active: 'false' }),
      })),
      next: last === undefined ? null : { last: last.id },
    }
  },
}
