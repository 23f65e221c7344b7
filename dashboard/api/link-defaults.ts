import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { LinkDefaults, linkDefaultsBody } from '#schemas/link-defaults.ts'
import { change, read } from './client.ts'
import { linkDefaultsKey } from './refresh.ts'

export type { LinkDefaults }

const path = '/api/app/link-defaults'
const freshMs = 60_000

/** The defaults of new links, by domain. */
export const linkDefaultsQuery = queryOptions({
  queryKey: linkDefaultsKey,
  staleTime: freshMs,
  // The form of a new link waits for them.
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => read<LinkDefaults[]>(path, { signal }),
})

/** Replaces the defaults of a domain. Returns all. */
export const updateLinkDefaults = (domainId: string, body: z.input<typeof linkDefaultsBody>) =>
  change<LinkDefaults[]>('PUT', `${path}/${domainId}`, { body })
