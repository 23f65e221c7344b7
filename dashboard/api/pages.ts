import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type Page, type Query, read, readPage } from './client.ts'

export const readQuery = <Data>(queryKey: QueryKey, path: string, query?: Query) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read<Data>(path, { signal, query }) })

export const pageQuery = <Item>(queryKey: QueryKey, path: string, query: Query) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => readPage<Page<Item>>(path, { signal, query }) })

export const pagesAfterCursor = <Item>(queryKey: QueryKey, path: string, query: Query) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: '',
    getNextPageParam: ({ pagination: { next_cursor } }: Page<Item>) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) => readPage<Page<Item>>(path, { signal, query: { ...query, cursor: pageParam } }),
  })

interface Numbered {
  pagination: { page: number; has_more: boolean }
}

export const numberedPages = <List extends Numbered>(queryKey: QueryKey, path: string, query: Query) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, has_more } }: List) => (has_more ? page + 1 : undefined),
    queryFn: ({ pageParam, signal }) => readPage<List>(path, { signal, query: { ...query, page: pageParam } }),
  })

interface Rows {
  data?: readonly unknown[]
  tests?: readonly unknown[]
  urls?: readonly unknown[]
}

/**
 * For `placeholderData`: the rows of the previous filter stay until those of the next one load. If it found none, the list is
 * loading: the page must not show its empty state.
 */
export function keepRows<Data extends Rows | { pages: Rows[] }>(old: Data | undefined): Data | undefined {
  if (old === undefined) return undefined
  const pages: Rows[] = 'pages' in old ? old.pages : [old]
  return pages.some(({ data, tests, urls }) => (data ?? tests ?? urls ?? []).length > 0) ? old : undefined
}
