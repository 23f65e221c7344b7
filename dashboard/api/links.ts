import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { pagination } from '#schemas/envelope.ts'
import type { aliasAvailability, ShortUrl, ShortUrlStatus } from '#schemas/links.ts'
import { change, read, readPage } from './client.ts'

export interface LinkFilter {
  q?: string | undefined
  status?: ShortUrlStatus | undefined
}

export interface LinkPage {
  data: ShortUrl[]
  pagination: z.output<typeof pagination>
}

/** What a form says of a link. */
export interface LinkDraft {
  url?: string
  custom_alias?: string
  name?: string | null
  tags?: string[]
  expires_at?: string | null
  max_clicks?: number | null
  password?: string | null
  is_active?: boolean
  [utm: `utm_${string}`]: string | null
}

const pageSize = 100
const path = '/api/v1/short-urls'

/** Everything that shows links: what changes one makes all of it old. */
export const linksKey = ['links']

export const linksQuery = ({ q, status }: LinkFilter) =>
  infiniteQueryOptions({
    queryKey: [...linksKey, 'list', { q, status }],
    initialPageParam: '',
    getNextPageParam: ({ pagination: { next_cursor } }: LinkPage) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage<LinkPage>(path, { signal, query: { limit: pageSize, cursor: pageParam, search: q, status } }),
  })

export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: [...linksKey, 'one', id],
    queryFn: ({ signal }) => read<ShortUrl>(`${path}/${encodeURIComponent(id)}`, { signal }),
  })

export const countNewLinksQuery = (since: string) =>
  queryOptions({
    queryKey: [...linksKey, 'new', since],
    queryFn: async ({ signal }) => {
      const page = await readPage<LinkPage>(path, { signal, query: { limit: 1, created_after: since } })
      return page.pagination.total
    },
  })

export const aliasQuery = (alias: string) =>
  queryOptions({
    queryKey: ['alias', alias],
    // What was free a moment ago may be taken, by this very page too: nothing of it is kept.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      read<z.output<typeof aliasAvailability>>(`${path}/check-alias`, { signal, query: { alias } }),
  })

export const createLink = (body: LinkDraft) => change<ShortUrl>('POST', path, { body })
export const updateLink = (id: string, body: LinkDraft) => change<ShortUrl>('PUT', `${path}/${id}`, { body })
export const deleteLink = (id: string, keepalive = false) => change('DELETE', `${path}/${id}`, { keepalive })
