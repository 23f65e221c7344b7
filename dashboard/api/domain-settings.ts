import { queryOptions } from '@tanstack/react-query'
import type { AppLinks } from '#schemas/app-links.ts'
import type { BaseApps, BaseDomain, Brand, Domain } from '#schemas/domains.ts'
import { change, read } from './client.ts'
import { baseBrandPath, domainsPath, updateDomain } from './domains.ts'
import { domainsKey } from './refresh.ts'

/** A setting that the API replaces as a whole. */
export interface WholeSetting<Value> {
  /** The newest value. */
  read: () => Promise<Value>
  save: (value: Value) => Promise<unknown>
}

const readDomain = (id: string) => read<Domain>(`${domainsPath}/${id}`)

export const brandOf = (id: string): WholeSetting<Brand> => ({
  read: async () => (await readDomain(id)).brand,
  save: (brand) => updateDomain(id, { brand }),
})

export const appsOf = (id: string): WholeSetting<AppLinks | null> => ({
  read: async () => (await readDomain(id)).app_links,
  save: (app_links) => updateDomain(id, { app_links }),
})

export const baseBrand: WholeSetting<Brand> = {
  read: async () => (await read<BaseDomain>(baseBrandPath)).brand,
  save: (brand) => change('PUT', baseBrandPath, { body: { brand } }),
}

const baseAppsPath = '/api/app/base-domain/app-links'

export const baseAppsQuery = queryOptions({
  queryKey: [...domainsKey, 'base-apps'],
  staleTime: 60_000,
  queryFn: ({ signal }) => read<BaseApps>(baseAppsPath, { signal }),
})

export const baseApps: WholeSetting<AppLinks | null> = {
  read: async () => (await read<BaseApps>(baseAppsPath)).app_links,
  save: (app_links) => change('PUT', baseAppsPath, { body: { app_links } }),
}
