import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ShortUrl } from '#schemas/links.ts'
import type { baseDomainState } from '#schemas/system.ts'
import { pageQuery, readQuery } from './pages.ts'
import { linksKey } from './refresh.ts'

type BaseDomain = z.output<typeof baseDomainState>

const againMs = 15_000

/** Polled until a redirector responds. */
export const baseDomainQuery = queryOptions({
  ...readQuery<BaseDomain>(['base-domain'], '/api/app/base-domain'),
  staleTime: againMs,
  refetchInterval: ({ state }: { state: { data: BaseDomain | undefined } }) =>
    state.data?.answers === true ? false : againMs,
})

export const newestLinkQuery = queryOptions({
  ...pageQuery<ShortUrl>([...linksKey, 'newest'], '/api/v1/short-urls', { limit: 1 }),
  select: ({ data }) => data[0] ?? null,
})
