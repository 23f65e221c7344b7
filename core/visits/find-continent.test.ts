import { expect, it } from 'vitest'
import { findContinent } from './find-continent.ts'

/** Codes known to Intl that are not in ISO 3166-1 today: groups, parts of countries, former and test codes. */
const others = new Set(
  'ac an bu cp cq cs dd dg dy ea eu ez fx hv ic nh qo rh su ta tp uk un vd xa xb yd yu zr zz'.split(' '),
)

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const known = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => names.of(code.toUpperCase()) !== undefined && !others.has(code))

it('every country known to Intl is on a continent', () => {
  expect(known).toContain('xk')
  expect(known.filter((code) => findContinent(code) === '')).toEqual([])
})

it.each([
  ['de', 'Europe'],
  ['us', 'North America'],
  ['pa', 'North America'],
  ['br', 'South America'],
  ['ci', 'Africa'],
  ['tr', 'Asia'],
  ['nz', 'Oceania'],
  ['aq', 'Antarctica'],
  ['xk', 'Europe'],
  ['', ''],
  ['zz', ''],
  ['constructor', ''],
])('the continent of "%s" is "%s"', (code, continent) => {
  expect(findContinent(code)).toBe(continent)
})
