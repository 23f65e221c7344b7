import type { DomainSettings } from '#schemas/domains.ts'
import { refuseDestinations, refuseDestinationsAmong } from '../safety/refuse-destinations.ts'
import type { Stores } from '../stores.ts'
import { readAppLinks, storesOf } from './app-links.ts'
import { prepareBrand } from './brand.ts'
import type { StoredSettings } from './select-domains.ts'

interface Place {
  account_id: string
  /** The host that will have the settings. */
  host: string
}

/** The columns for the given settings of a domain. Refuses redirects to this installation, and hosts of the blocklist. A worker draws the logo. */
export async function prepareSettings(
  { config, ...stores }: Pick<Stores, 'sql' | 'redis' | 'qrQueue' | 'config'>,
  place: Place,
  { brand, app_links, ...urls }: DomainSettings,
): Promise<StoredSettings> {
  const asking = { sql: stores.sql, config, ...place }
  await refuseDestinations(asking, urls)
  await refuseDestinationsAmong(asking, storesOf(app_links))
  return {
    ...urls,
    ...(app_links !== undefined && { app_links: readAppLinks(app_links) }),
    ...(await prepareBrand(stores, place.account_id, brand)),
  }
}
