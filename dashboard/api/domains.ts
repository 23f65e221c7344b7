import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Domain, DomainSettings } from '#schemas/domains.ts'
import type { pagination } from '#schemas/envelope.ts'
import { change, readPage } from './client.ts'
import { baseDomain } from './domain-place.ts'

interface DomainPage {
  data: Domain[]
  pagination: z.output<typeof pagination>
}

const path = '/api/v1/domains'
/** An account has a thousand at most: ten pages. */
const pageLimit = 100
const mostPages = 10
const freshMs = 60_000

export const domainsKey = ['domains']

export const domainsQuery = queryOptions({
  queryKey: domainsKey,
  staleTime: freshMs,
  async queryFn({ signal }) {
    const domains: Domain[] = []
    for (let page = 1; page <= mostPages; page++) {
      const { data, pagination } = await readPage<DomainPage>(path, { signal, query: { limit: pageLimit, page } })
      domains.push(...data)
      if (!pagination.has_more) break
    }
    return domains
  },
})

/** Those on which links can be made. */
export const servedDomains = (domains: readonly Domain[] = []) => domains.filter(({ status }) => status === 'verified')

/** Where a new link is unless something else is said. */
export const defaultDomain = (domains: readonly Domain[] = []): string =>
  servedDomains(domains).find(({ is_default }) => is_default)?.domain ?? baseDomain

export type DomainChange = Partial<DomainSettings> & { is_default?: boolean }

export const reserveSubdomain = (subdomain: string) =>
  change<Domain>('POST', `${path}/subdomains`, { body: { subdomain } })
export const addBrandedDomain = (domain: string) => change<Domain>('POST', `${path}/branded`, { body: { domain } })
export const verifyDomain = (id: string) => change<Domain>('POST', `${path}/${id}/verify`, { body: {} })
export const updateDomain = (id: string, body: DomainChange) => change<Domain>('PUT', `${path}/${id}`, { body })
export const deleteDomain = (id: string) => change('DELETE', `${path}/${id}`)
