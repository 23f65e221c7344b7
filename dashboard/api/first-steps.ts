import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ShortUrl } from '#schemas/links.ts'
import type { baseDomainState } from '#schemas/system.ts'
import { read, readPage } from './client.ts'
import { linksKey } from './refresh.ts'

type BaseDomain = z.output<typeof baseDomainState>

const againMs = 15_000

/** Polled until a redirector responds. */
export const baseDomainQuery = queryOptions({
  queryKey: ['base-domain'],
  staleTime: againMs,
  queryFn: ({ signal }) => read<BaseDomain>('/api/app/base-domain', { signal }),
  refetchInterval: ({ state }: { state: { data: BaseDomain | undefined } }) =>
    state.data?.answers === true ? false : againMs,
})

export const newestLinkQuery = queryOptions({
  queryKey: [...linksKey, 'newest'],
  queryFn: async ({ signal }) =>
    (await readPage<{ data: ShortUrl[] }>('/api/v1/short-urls', { signal, query: { limit: 1 } })).data[0] ?? null,
})
