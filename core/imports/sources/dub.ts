import { z } from 'zod'
import type { ImportNote } from '#schemas/imports.ts'
import { type ApiLink, type ApiSource, queryOf, readBody, tagsText, textOf } from './api-source.ts'

/** The most that Dub returns. */
const linksPerPage = 100

const nullableText = z.string().nullish()

const link = z.object({
  id: z.string(),
  domain: z.string(),
  key: z.string(),
  url: z.string(),
  shortLink: nullableText,
  externalId: nullableText,
  archived: z.boolean().nullish(),
  expiresAt: nullableText,
  expiredUrl: nullableText,
  disabledAt: nullableText,
  password: nullableText,
  /** The link has its own preview. */
  proxy: z.boolean().nullish(),
  title: nullableText,
  description: nullableText,
  image: nullableText,
  /** The destination is shown under the short URL. */
  rewrite: z.boolean().nullish(),
  ios: nullableText,
  android: nullableText,
  geo: z.record(z.string(), z.string()).nullish(),
  testVariants: z.array(z.unknown()).nullish(),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  comments: nullableText,
  utm_source: nullableText,
  utm_medium: nullableText,
  utm_campaign: nullableText,
  utm_term: nullableText,
  utm_content: nullableText,
  clicks: z.number().nullish(),
  createdAt: nullableText,
})
type DubLink = z.output<typeof link>

const page = z.array(link).max(linksPerPage)

interface Cursor {
  /** ID of the last link. */
  after: string | null
}

export const dub: ApiSource<Cursor> = {
  name: 'Dub',
  url: 'https://api.dub.co',
  // The smallest plan allows 60 per minute.
  perSecond: 1,
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  start: { after: null },
  call: ({ after }) => ({
    path: `/links?${queryOf({
      pageSize: linksPerPage,
      startingAfter: after ?? undefined,
      sortBy: 'createdAt',
      sortOrder: 'asc',
      showArchived: 'true',
    })}`,
  }),
  read(body) {
    const links = readBody(page, body)
    const last = links.at(-1)
    return { links: links.map(toLink), next: last === undefined ? null : { after: last.id } }
  },
}

function toLink(given: DubLink): ApiLink {
  const notes: ImportNote[] = [
    ...(given.testVariants?.length ? (['test_dropped'] as const) : []),
    ...(given.rewrite === true ? (['cloaking_dropped'] as const) : []),
  ]
  return {
    domain: given.domain,
    slug: given.key,
    short_url: textOf(given.shortLink),
    url: given.url,
    name: textOf(given.title),
    description: textOf(given.comments),
    external_id: textOf(given.externalId),
    tags: tagsText(given.tags?.map(({ name }) => name)),
    created_at: textOf(given.createdAt),
    expires_at: textOf(given.expiresAt),
    expired_url: textOf(given.expiredUrl),
    password: textOf(given.password),
    archived: textOf(given.archived),
    clicks: textOf(given.clicks),
    ios_url: textOf(given.ios),
    android_url: textOf(given.android),
    targeting_rules: rulesOf(given),
    utm_source: textOf(given.utm_source),
    utm_medium: textOf(given.utm_medium),
    utm_campaign: textOf(given.utm_campaign),
    utm_term: textOf(given.utm_term),
    utm_content: textOf(given.utm_content),
    ...(given.disabledAt && { is_active: 'false' }),
    ...(given.proxy === true && previewOf(given)),
    ...(notes.length > 0 && { notes }),
  }
}

const previewOf = ({ title, description, image }: DubLink) => ({
  og_title: textOf(title),
  og_description: textOf(description),
  // An uploaded picture is a data URL until Dub has stored it.
  ...(image?.startsWith('https://') && { og_image_url: image }),
})

function rulesOf({ geo }: DubLink): string | undefined {
  const rules = Object.entries(geo ?? {}).map(([country, destination_url]) => ({
    conditions: [{ type: 'country', operator: 'in', value: [country] }],
    destination_url,
  }))
  return rules.length === 0 ? undefined : JSON.stringify(rules)
}
