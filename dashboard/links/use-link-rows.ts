import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { siteIconsQuery, siteOf } from '../api/destination.ts'
import { fetchHeld } from '../api/fetch-held.ts'
import { type LinkFilter, linkPageQuery, pageSize, sparklinesQuery } from '../api/links.ts'
import { keepRows } from '../api/pages.ts'

/** Some browsers limit the height of a page. Search finds the other links. */
const mostRows = 250_000
/** Rows loaded above and below the visible ones. */
const reserve = 40
/** A list that is opened again has its length at once, so that the browser finds the former place in it. */
const lengthKeptMs = 60 * 60_000
/** Pause between requests: dragging the scroll bar passes thousands of pages. */
const paceMs = 120

export interface Range {
  first: number
  last: number
}

/** The rows of a list of any length, from the visible pages and the cache. */
export function useLinkRows(filter: LinkFilter, range: Range, withTrend: boolean) {
  const queries = useQueryClient()
  const first = useQuery({ ...linkPageQuery(filter, 1), gcTime: lengthKeptMs, placeholderData: keepRows })
  const found = first.data?.pagination.total ?? 0
  const total = Math.min(found, mostRows)
  const pages = usePaced(pagesOf(range, total))
  const results = useQueries({ queries: pages.map((page) => linkPageQuery(filter, page)) })
  const trends = useQueries({
    queries: results.map(({ data }) => ({ ...sparklinesQuery(withTrend ? (data?.data ?? []).map(idOf) : []) })),
  })

  const icons = useQueries({ queries: results.map(({ data }) => siteIconsQuery(sitesOf(data?.data ?? []))) })

  function rowAt(index: number): ShortUrl | undefined {
    const page = Math.floor(index / pageSize) + 1
    const loaded = results[pages.indexOf(page)]?.data ?? queries.getQueryData(linkPageQuery(filter, page).queryKey)
    const shown = loaded ?? (page === 1 ? first.data : undefined)
    return shown?.data[index % pageSize]
  }

  return {
    found,
    total,
    isLoading: first.isPending,
    /** The rows match the previous filter. */
    isOld: first.isPlaceholderData,
    error: first.error,
    hasRows: first.data !== undefined,
    refetch: () => Promise.all([first, ...results].filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    rowAt,
    hasFailedAt: (index: number) => results[pages.indexOf(Math.floor(index / pageSize) + 1)]?.isError === true,
    trendOf: (id: string) => trends.find(({ data }) => data?.has(id))?.data?.get(id),
    iconOf({ original_url }: ShortUrl): string | null {
      const site = siteOf(original_url)
      return icons.flatMap(({ data }) => data ?? []).find(({ origin }) => origin === site)?.icon ?? null
    },
    /** Loads rows that are missing, or were read before the last change. */
    async readRows({ first: from, last }: Range): Promise<ShortUrl[]> {
      const wanted = pagesOf({ first: from, last }, total, 0)
      const all = await Promise.all(wanted.map((page) => fetchHeld(queries, linkPageQuery(filter, page))))
      const before = ((wanted[0] ?? 1) - 1) * pageSize
      return all.flatMap(({ data }) => data).slice(from - before, last + 1 - before)
    },
  }
}

const sitesOf = (links: readonly ShortUrl[]): string[] =>
  [...new Set(links.map(({ original_url }) => siteOf(original_url)))].filter((site) => site !== null).sort()

const idOf = ({ id }: ShortUrl) => id

function pagesOf({ first, last }: Range, total: number, beyond = reserve): number[] {
  if (total === 0) return [1]
  // The visible range may exceed a list that was filtered in the meantime.
  const pageOf = (index: number) => Math.floor(Math.min(Math.max(index, 0), total - 1) / pageSize) + 1
  const [from, to] = [pageOf(first - beyond), pageOf(last + beyond)]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** The pages, updated at most every `paceMs`. */
function usePaced(pages: number[]): number[] {
  const [kept, keep] = useState(pages)
  const due = useRef(0)
  const key = pages.join()
  useEffect(() => {
    const wait = Math.max(0, due.current - performance.now())
    const timer = setTimeout(() => {
      due.current = performance.now() + paceMs
      keep(key.split(',').map(Number))
    }, wait)
    return () => clearTimeout(timer)
  }, [key])
  return kept
}
