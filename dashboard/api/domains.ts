import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BaseDomain, Domain, updateDomainBody } from '#schemas/domains.ts'
import { change, read, readAll } from './client.ts'
import { baseDomain } from './domain-choice.ts'
import { domainsKey } from './refresh.ts'

export const domainsPath = '/api/v1/domains'
const freshMs = 60_000

export const domainsQuery = queryOptions({
  queryKey: domainsKey,
  staleTime: freshMs,
  queryFn: ({ signal }) => readAll<Domain>(domainsPath, signal),
})

export const baseBrandPath = '/api/app/base-domain/brand'

export const baseDomainQuery = queryOptions({
  queryKey: [...domainsKey, 'base'],
  staleTime: freshMs,
  queryFn: ({ signal }) => read<BaseDomain>(baseBrandPath, { signal }),
})

/** Domains that can have links. */
export const servedDomains = (domains: readonly Domain[] = []) => domains.filter(({ status }) => status === 'verified')

/** Default domain of a new link. */
export const defaultDomain = (domains: readonly Domain[] = []): string =>
  servedDomains(domains).find(({ is_default }) => is_default)?.domain ?? baseDomain

export const reserveSubdomain = (subdomain: string) =>
  change<Domain>('POST', `${domainsPath}/subdomains`, { body: { subdomain } })
export const addBrandedDomain = (domain: string) =>
  change<Domain>('POST', `${domainsPath}/branded`, { body: { domain } })
export const verifyDomain = (id: string) => change<Domain>('POST', `${domainsPath}/${id}/verify`, { body: {} })
export const updateDomain = (id: string, body: z.input<typeof updateDomainBody>) =>
  change<Domain>('PUT', `${domainsPath}/${id}`, { body })
export const deleteDomain = (id: string) => change('DELETE', `${domainsPath}/${id}`)
