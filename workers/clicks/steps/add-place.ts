import { findContinent } from '#core/visits/find-continent.ts'
import type { FindPlace } from '#runtime/places.ts'
import { remember } from '#runtime/remember.ts'
import type { Step } from '../click.ts'

const mostNetworks = 20_000

/** Adds continent, country, region, and city of the network. The full IP address is not available here. */
export function addPlace(findPlace: FindPlace): Step {
  const find = remember(findPlace, mostNetworks)
  return ({ raw, row }) => {
    const place = find(raw.ip_prefix)
    row.country_code = place.country_code
    row.country = place.country
    row.continent = findContinent(place.country_code)
    row.region = place.region
    row.city = place.city
    return undefined
  }
}
