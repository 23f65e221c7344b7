import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BaseApps, BaseDomain, Domain, updateDomainBody } from '#schemas/domains.ts'
import { change, read, readAll } from './client.ts'
import { baseDomain } from './domain-choice.ts'
import { domainsKey } from './refresh.ts'

const path = '/api/v1/domains'
const freshMs = 60_000

export const domainsQuery = queryOptions({
  queryKey: domainsKey,
  staleTime: freshMs,
  queryFn: ({ signal }) => readAll<Domain>(path, signal),
})

const basePath = '/api/app/base-domain/brand'

export const baseDomainQuery = queryOptions({
  queryKey: [...domainsKey, 'base'],
  staleTime: freshMs,
  queryFn: ({ signal }) => read<BaseDomain>(basePath, { signal }),
})

const baseAppsPath = '/api/app/base-domain/app-links'

export const baseAppsQuery = queryOptions({
  queryKey: [...domainsKey, 'base-apps'],
  staleTime: freshMs,
  queryFn: ({ signal }) => read<BaseApps>(baseAppsPath, { signal }),
})

/** Domains that can have links. */
export const servedDomains = (domains: readonly Domain[] = []) => domains.filter(({ status }) => status === 'verified')

/** Default domain of a new link. */
export const defaultDomain = (domains: readonly Domain[] = []): string =>
  servedDomains(domains).find(({ is_default }) => is_default)?.domain ?? baseDomain

export const reserveSubdomain = (subdomain: string) =>
  change<Domain>('POST', `${path}/subdomains`, { body: { subdomain } })
export const addBrandedDomain = (domain: string) => change<Domain>('POST', `${path}/branded`, { body: { domain } })
export const verifyDomain = (id: string) => change<Domain>('POST', `${path}/${id}/verify`, { body: {} })
export const updateDomain = (id: string, body: z.input<typeof updateDomainBody>) =>
  change<Domain>('PUT', `${path}/${id}`, { body })
export const updateBaseDomain = (body: Pick<z.input<typeof updateDomainBody>, 'brand'>) =>
  change<BaseDomain>('PUT', basePath, { body })
export const updateBaseApps = (body: Pick<z.input<typeof updateDomainBody>, 'app_links'>) =>
  change<BaseApps>('PUT', baseAppsPath, { body })
export const deleteDomain = (id: string) => change('DELETE', `${path}/${id}`)
