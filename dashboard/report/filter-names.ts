import { countryName, deviceName } from '../format/names.ts'
import { placeName } from './place-key.ts'
import { type FilterName, urlTypeNames } from './search.ts'

export const filterTitles: Record<FilterName, string> = {
  link: 'Link',
  campaign: 'Campaign',
  tag: 'Tag',
  type: 'Kind of link',
  country: 'Country',
  region: 'Region',
  city: 'City',
  device: 'Device',
  browser: 'Browser',
  os: 'System',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
}

/** A value as people read it; of links and campaigns only the interface knows the names. */
export function sayValue(name: FilterName, value: string): string {
  switch (name) {
    case 'country':
      return countryName(value)
    case 'region':
    case 'city':
      return placeName(value)
    case 'device':
      return deviceName(value)
    case 'type':
      return value in urlTypeNames ? urlTypeNames[value as keyof typeof urlTypeNames] : value
    default:
      return value
  }
}
