import { z } from 'zod'
import { type ApiSource, queryOf, readBody, textOf } from './api-source.ts'

/** The most that Kutt returns. */
const linksPerPage = 50

const link = z.object({
  address: z.string(),
  target: z.string(),
  link: z.string().nullish(),
  description: z.string().nullish(),
  created_at: z.string().nullish(),
  expire_in: z.string().nullish(),
  visit_count: z.number().nullish(),
  /** Only tells whether there is one. */
  password: z.boolean().nullish(),
  banned: z.boolean().nullish(),
  domain: z.string().nullish(),
})

const page = z.object({ data: z.array(link).max(linksPerPage), total: z.number() })

interface Cursor {
  skip: number
}

export const kutt: ApiSource<Cursor> = {
  name: 'Kutt',
  url: 'https://kutt.it',
  perSecond: 5,
  authorize: (token) => ({ 'x-api-key': token }),
  start: { skip: 0 },
  call: ({ skip }) => ({ path: `/api/v2/links?${queryOf({ limit: linksPerPage, skip })}` }),
  read(body, { skip }) {
    const { data, total } = readBody(page, body)
    const read = skip + data.length
    return {
      links: data.map((given) => ({
        slug: given.address,
        short_url: textOf(given.link),
        domain: textOf(given.domain),
        url: given.target,
        description: textOf(given.description),
        created_at: textOf(given.created_at),
        expires_at: textOf(given.expire_in),
        clicks: textOf(given.visit_count),
        password: textOf(given.password),
        ...(given.banned === true && { is_active: 'false', notes: ['link_banned' as const] }),
      })),
      next: data.length === 0 || read >= total ? null : { skip: read },
    }
  },
}
