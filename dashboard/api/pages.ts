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
