import { geoArea, geoCentroid } from 'd3-geo'
import { feature } from 'topojson-client'
import { expect, it } from 'vitest'
import atlas50 from 'world-atlas/countries-50m.json' with { type: 'json' }
import atlas110 from 'world-atlas/countries-110m.json' with { type: 'json' }
import { countryName } from '../format/names.ts'
import countries from './countries.snapshot.json' with { type: 'json' }
import { isoNumbers } from './iso-numbers.fixture.ts'

function shapesOf(atlas: unknown) {
  const topology = atlas as Parameters<typeof feature>[0]
  const { countries: all } = topology.objects
  const found = all && feature(topology, all)
  return found && 'features' in found
    ? found.features.map(({ id, properties, geometry }) => ({ id, name: String(properties?.['name']), geometry }))
    : []
}

interface Parts {
  type: string
  coordinates: number[][][] | number[][][][]
}

/** Center of the largest part: the center of all of Kiribati is open sea. */
function middleOf(geometry: unknown): [number, number] {
  const { type, coordinates: all } = geometry as Parts
  const parts = (type === 'Polygon' ? [all] : all) as number[][][][]
  const polygons = parts.map((coordinates) => ({ type: 'Polygon', coordinates }) as const)
  const [largest] = polygons.sort((one, other) => geoArea(other) - geoArea(one))
  const [longitude, latitude] = geoCentroid(largest!)
  return [Math.round(longitude * 10) / 10, Math.round(latitude * 10) / 10]
}

/** Parts of other countries in the atlas, or too small for it. */
const apart = {
  bq: [-68.3, 12.2],
  cc: [96.8, -12.2],
  cx: [105.7, -10.5],
  gf: [-53.1, 4],
  gi: [-5.3, 36.1],
  gp: [-61.5, 16.2],
  mq: [-61, 14.7],
  re: [55.5, -21.1],
  sj: [16, 78.5],
  tk: [-171.8, -9.2],
  tv: [179.2, -8.5],
  yt: [45.2, -12.8],
}
/** Uninhabited: no IP address is located there. */
const empty = ['aq', 'bv', 'hm', 'um', 'tf', 'gs']

function describeCountries() {
  const coarse = shapesOf(atlas110)
  const codes = Object.fromEntries(
    coarse.flatMap(({ id, name }) => {
      const code = name === 'Kosovo' ? 'xk' : isoNumbers[String(id)]
      return code === undefined || code === 'aq' ? [] : [[name, code]]
    }),
  )
  const drawn = new Set(Object.values(codes))
  const small = shapesOf(atlas50).flatMap(({ id, geometry }): [string, number[]][] => {
    const code = isoNumbers[String(id)]
    if (code === undefined || drawn.has(code) || empty.includes(code)) return []
    return [[code, middleOf(geometry)]]
  })
  const dots = Object.fromEntries([...small, ...Object.entries(apart)].sort())
  return { codes, dots }
}

/** `npx vitest run --project pure dashboard/map/countries.test.ts -u` regenerates countries.snapshot.json. */
it('countries.snapshot.json matches the atlas: codes of the shapes it draws, and locations of countries too small for it', async () => {
  await expect(`${JSON.stringify(describeCountries(), null, 2)}\n`).toMatchFileSnapshot('countries.snapshot.json')
})

it('every country has a shape or a dot', () => {
  const known = new Set([...Object.values(countries.codes), ...Object.keys(countries.dots)])
  expect(Object.values(isoNumbers).filter((code) => !known.has(code) && !empty.includes(code))).toEqual([])
})

it('the numbers of the atlas map to the countries that it names', () => {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^a-zA-Z]/g, '')
      .toLowerCase()
  const differing = Object.entries(countries.codes).filter(([name, code]) => {
    const [atlas, ours] = [plain(name), plain(countryName(code))]
    return !ours.startsWith(atlas.slice(0, 4)) && !atlas.startsWith(ours.slice(0, 4))
  })
  // Different names for the same country; each was checked by hand.
  expect(differing.map(([name, code]) => `${name} ${code}`)).toMatchInlineSnapshot(`
    [
      "W. Sahara eh",
      "Dem. Rep. Congo cd",
      "Fr. S. Antarctic Lands tf",
      "Eq. Guinea gq",
      "Macedonia mk",
      "S. Sudan ss",
    ]
  `)
})
