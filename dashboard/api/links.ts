import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BulkDeleted, BulkShortUrls } from '#schemas/bulk-links.ts'
import type { aliasAvailability } from '#schemas/check-alias.ts'
import type { LinkFieldName, LinkFields } from '#schemas/link-fields.ts'
import type { sparkline } from '#schemas/link-list.ts'
import type { LinkUser, ShortUrl, ShortUrlDomain } from '#schemas/links.ts'
import { timeZone } from '../format/time-zone.ts'
import { ask, change, read } from './client.ts'
import { describeDomain } from './domain-choice.ts'
import { Failure } from './failure.ts'
import type { StatusFilter } from './link-status.ts'
import { shortHost } from './page-meta.ts'
import { pageQuery, readQuery } from './pages.ts'
import { linksKey } from './refresh.ts'

export const linkSorts = ['created_at', 'clicks', 'last_clicked_at', 'name', 'expires_at'] as const
export type LinkSort = (typeof linkSorts)[number]

export const linkUserNames = {
  qr_code: 'Links of QR codes',
  ab_test: 'Links in A/B tests',
  none: 'Other links',
} as const satisfies Record<LinkUser, string>

/** States of destinations that the list can be filtered by. */
export const linkHealthNames = {
  dead: 'Broken destination',
  failing: 'Destination failing',
} as const
type LinkHealth = keyof typeof linkHealthNames

/** Filters of the link list, as they are in its URL. */
export interface LinkFilter {
  q?: string | undefined
  status?: StatusFilter | undefined
  health?: LinkHealth | undefined
  tag?: string | undefined
  campaign?: string | undefined
  /** The object that uses the link, or `none`. */
  used?: LinkUser | undefined
  /** A host, or `base`. */
  domain?: string | undefined
  sort?: LinkSort | undefined
}

/** Fields of a link that a form sends. */
export type LinkDraft = ShortUrlDomain & { [Name in LinkFieldName]?: z.input<LinkFields[Name]['input']> } & {
  url?: string
  custom_alias?: string | null
  code_length?: number
  find_if_exists?: boolean
  generate_qr?: boolean
}

export const pageSize = 100
const path = '/api/v1/short-urls'
const createdStatus = 201
/** Pages of a long list leave the cache soon after they are scrolled past. */
const pageKeptMs = 60_000

export function describeFilter({ q, status, health, tag, campaign, used, domain, sort }: LinkFilter) {
  const order = sort === undefined ? {} : { sortBy: sort, sortOrder: sort === 'name' ? 'asc' : 'desc' }
  return {
    search: q,
    status,
    health,
    tags: tag,
    campaign_id: campaign,
    used_by: used,
    ...describeDomain(domain, shortHost),
    ...order,
  }
}

/** A page by number, so that any part of a long list loads without the pages above it. */
export const linkPageQuery = (filter: LinkFilter, page: number) =>
  queryOptions({
    ...pageQuery<ShortUrl>([...linksKey, 'page', filter, page], path, {
      limit: pageSize,
      page,
      ...describeFilter(filter),
    }),
    gcTime: pageKeptMs,
  })

export const linkQuery = (id: string) =>
  readQuery<ShortUrl>([...linksKey, 'one', id], `${path}/${encodeURIComponent(id)}`)

/** Shows a link that was saved, before it is read again. */
export async function keepLink(queries: QueryClient, saved: ShortUrl): Promise<void> {
  const queryKey = [...linksKey, 'one']
  // A request that is running may return the link as it was.
  await queries.cancelQueries({ queryKey })
  queries.setQueriesData<ShortUrl>({ queryKey }, (old) => (old?.id === saved.id ? { ...old, ...saved } : old))
}

export const countNewLinksQuery = (since: string) =>
  queryOptions({
    ...pageQuery<ShortUrl>([...linksKey, 'new', since], path, { limit: 1, created_after: since }),
    select: ({ pagination }) => pagination.total,
  })

const sparksFreshMs = 60_000

/** Clicks per day by link ID, for all rows of a page in one request. */
export const sparklinesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['clicks', 'sparklines', ids],
    staleTime: sparksFreshMs,
    gcTime: sparksFreshMs,
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const query = { ids: ids.join(','), timezone: timeZone() }
      const lines = await read<z.output<typeof sparkline>[]>('/api/app/sparklines', { signal, query })
      return new Map(lines.map(({ id, clicks }) => [id, clicks]))
    },
  })

export const aliasQuery = (alias: string, domain: string) =>
  queryOptions({
    ...readQuery<z.output<typeof aliasAvailability>>(['alias', alias, domain], `${path}/check-alias`, {
      alias,
      ...describeDomain(domain, shortHost),
    }),
    // Never cached: this page itself may take a slug that was available a moment ago.
    staleTime: 0,
    gcTime: 0,
  })

/** isNew: false if the form asks to reuse an existing link, and there is one. */
export async function createLink(body: LinkDraft): Promise<{ link: ShortUrl; isNew: boolean }> {
  const { status, answer } = await ask<{ data: ShortUrl }>('POST', path, { body })
  return { link: answer.data, isNew: status === createdStatus }
}
export const updateLink = (id: string, body: LinkDraft) => change<ShortUrl>('PUT', `${path}/${id}`, { body })
export const duplicateLink = (id: string) => change<ShortUrl>('POST', `${path}/${id}/duplicate`)
export const deleteLink = (id: string) => change('DELETE', `${path}/${id}`)

export type BulkChanges = LinkDraft & { add_tags?: string[]; remove_tags?: string[] }

export const updateLinks = (ids: readonly string[], changes: BulkChanges) =>
  change<BulkShortUrls>('PUT', `${path}/bulk`, { body: { ids, changes } })

/** Bulk calls have a low rate limit, so one link is changed with the call for one. */
const onlyOf = (ids: readonly string[]): string | undefined => (ids.length === 1 ? ids[0] : undefined)

/** Changes one link with the call for many, which can also add and remove tags. */
export async function updateLikeMany(id: string, changes: BulkChanges): Promise<void> {
  const [refused] = (await updateLinks([id], changes)).failed
  if (refused !== undefined) throw new Failure(refused.message)
}

/** Another user may have restored some of them. */
export async function deleteTrashedLinks(ids: readonly string[]): Promise<BulkDeleted> {
  const id = onlyOf(ids)
  if (id === undefined) {
    return await change<BulkDeleted>('DELETE', `${path}/bulk`, { body: { ids, only_trashed: true } })
  }
  await change('DELETE', `${path}/${id}`, { query: { only_trashed: 'true' } })
  return { succeeded: [{ id }], failed: [] }
}

const moveLinks =
  (act: 'trash' | 'restore') =>
  async (ids: readonly string[]): Promise<Pick<BulkShortUrls, 'failed'>> => {
    const id = onlyOf(ids)
    if (id === undefined) return await change<BulkShortUrls>('POST', `${path}/bulk/${act}`, { body: { ids } })
    await change('POST', `${path}/${id}/${act}`)
    return { failed: [] }
  }
export const trashLinks = moveLinks('trash')
export const restoreLinks = moveLinks('restore')
