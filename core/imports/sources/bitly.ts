import { z } from 'zod'
import { type ApiLink, type ApiPage, type ApiSource, queryOf, readBody, tagsText, textOf } from './api-source.ts'

/** Each link needs another request for its clicks. Bitly returns up to 100 links. */
const linksPerPage = 50
const mostGroups = 1_000
const mostCustom = 20

const nullableText = z.string().nullish()

const groups = z.object({ groups: z.array(z.object({ guid: z.string() })).max(mostGroups) })

const link = z.object({
  id: z.string(),
  link: nullableText,
  long_url: nullableText,
  title: nullableText,
  archived: z.boolean().nullish(),
  created_at: nullableText,
  expiration_at: nullableText,
  tags: z.array(z.string()).nullish(),
  /** Other short URLs of the same link, on a domain of the account. */
  custom_bitlinks: z.array(z.string()).max(mostCustom).nullish(),
})

const page = z.object({
  links: z.array(link).max(linksPerPage),
  pagination: z.object({ next: nullableText, search_after: nullableText }).nullish(),
})
const clickTotal = z.object({ total_clicks: z.number() })

interface Cursor {
  /** Groups that are still to be read, the current one first; null before they are known. */
  groups: string[] | null
  after: string | null
}

export const bitly: ApiSource<Cursor> = {
  name: 'Bitly',
  url: 'https://api-ssl.bitly.com',
  // 150 per minute are allowed.
  perSecond: 2,
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  start: { groups: null, after: null },
  call: ({ groups, after }) => ({
    path:
      groups === null
        ? '/v4/groups'
        : `/v4/groups/${encodeURIComponent(groups[0] ?? '')}/bitlinks?${queryOf({ size: linksPerPage, archived: 'both', search_after: after ?? undefined })}`,
  }),
  read: (body, cursor) => (cursor.groups === null ? readGroups(body) : readLinks(body, cursor.groups)),
}

function readGroups(body: unknown): ApiPage<Cursor> {
  const found = readBody(groups, body).groups.map(({ guid }) => guid)
  return { links: [], next: found.length === 0 ? null : { groups: found, after: null } }
}

function readLinks(body: unknown, groups: string[]): ApiPage<Cursor> {
  const { links: given, pagination } = readBody(page, body)
  const others = groups.slice(1)
  const after = others.length === 0 ? null : { groups: others, after: null }
  const here = pagination?.search_after ? { groups, after: pagination.search_after } : null
  const read = given.map((one) => ({ id: one.id, link: toLink(one), custom: customOf(one) }))
  return {
    links: read.flatMap(({ link, custom }) => [link, ...custom]),
    completions: read.map(({ id, link }) => ({
      call: { path: `/v4/bitlinks/${pathOf(id)}/clicks/summary?${queryOf({ unit: 'month', units: -1 })}` },
      links: [link],
      read: (totals: unknown) => {
        link.clicks = String(readBody(clickTotal, totals).total_clicks)
      },
    })),
    next: here ?? after,
  }
}

/** bit.ly/abc: the slash is part of the path. */
const pathOf = (id: string) => id.split('/').map(encodeURIComponent).join('/')

const toLink = (given: z.output<typeof link>): ApiLink => ({
  short_url: textOf(given.link) ?? `https://${given.id}`,
  url: textOf(given.long_url),
  name: textOf(given.title),
  tags: tagsText(given.tags),
  created_at: textOf(given.created_at),
  expires_at: textOf(given.expiration_at),
  archived: textOf(given.archived),
})

/** They have the settings of the link. Its clicks include theirs. */
const customOf = (given: z.output<typeof link>): ApiLink[] =>
  (given.custom_bitlinks ?? []).map((short_url) => ({ ...toLink(given), short_url }))
