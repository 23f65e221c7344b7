/**
 * A place filter includes the country and region, as in `de_Bavaria_Munich`, because there are several cities named
 * Springfield. Country codes and region names contain no underscore.
 */
const separator = '_'

export const regionKey = (country: string, region: string): string => [country, region].join(separator)
export const cityKey = (country: string, region: string | null, city: string): string =>
  [country, region ?? '', city].join(separator)

interface Place {
  countryCode?: string
  region?: string
  city?: string
}

export function readRegion(key: string): Place {
  const [country = '', ...region] = key.split(separator)
  return withoutEmpty({ countryCode: country, region: region.join(separator) })
}

export function readCity(key: string): Place {
  const [country = '', region = '', ...city] = key.split(separator)
  return withoutEmpty({ countryCode: country, region, city: city.join(separator) })
}

/** The last part of the key, which is the display name. */
export const placeName = (key: string): string => readCity(key).city ?? readRegion(key).region ?? key

const withoutEmpty = (place: Place): Place =>
  Object.fromEntries(Object.entries(place).filter(([, name]) => name !== ''))
