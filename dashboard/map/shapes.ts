import { geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import countries from './countries.snapshot.json'

const width = 960
/** Rotated so that the edge runs through the Bering Strait, not through Russia. */
const eastward = -11

const codes: Readonly<Record<string, string | undefined>> = countries.codes
const antarctica = 'Antarctica'
const topology = atlas as unknown as Parameters<typeof feature>[0]
const drawn = readCountries().filter(({ name }) => name !== antarctica)
const land = { type: 'FeatureCollection', features: drawn.map(({ country }) => country) } as const

const projection = geoEqualEarth().rotate([eastward, 0]).fitWidth(width, land)
const draw = geoPath(projection).digits(1)

export const mapSize = { width, height: Math.ceil(draw.bounds(land)[1][1]) }

/** Codes are in lower case, as in the API; territories may have none. */
export const shapes = drawn.map(({ name, country }) => ({
  code: codes[name],
  path: draw(country) ?? '',
}))

/** Countries that are too small for a shape. */
export const dots = Object.entries(countries.dots).map(([code, [longitude = 0, latitude = 0]]) => {
  const [x, y] = projection([longitude, latitude]) ?? [0, 0]
  return { code, x, y }
})

function readCountries() {
  const { countries: all } = topology.objects
  const found = all === undefined ? undefined : feature(topology, all)
  if (found === undefined || !('features' in found)) throw new Error('the atlas has no countries')
  return found.features.map((country) => ({ name: String(country.properties?.['name']), country }))
}
