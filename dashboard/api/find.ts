import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ShortUrl } from '#schemas/links.ts'
import { bareAddress } from '../format/addresses.ts'
import { readPage } from './client.ts'

/** Something of the account that has a page. */
export interface Found {
  id: string
  name: string
  /** What tells it from others of its name. */
  note: string
}

/** Of each kind. */
const mostFound = 5

const findIn = async <Row>(path: string, search: string, signal: AbortSignal, describe: (row: Row) => Found) =>
  (await readPage<{ data: Row[] }>(path, { signal, query: { search, limit: mostFound } })).data.map(describe)

/** What of the account is called like this. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: ['find', text],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const links = await findIn<ShortUrl>('/api/v1/short-urls', text, signal, (link) => ({
        id: link.id,
        name: link.name ?? bareAddress(link.short_url),
        note: bareAddress(link.name === null ? link.original_url : link.short_url),
      }))
      return { links }
    },
  })
