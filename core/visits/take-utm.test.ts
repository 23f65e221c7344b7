import { describe, expect, it } from 'vitest'
import { addUtm } from './add-utm.ts'
import { takeUtm } from './take-utm.ts'

const unset = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }

describe('UTM parameters are taken out of a URL', () => {
  it.each([
    ['https://example.org/?utm_source=mail', 'https://example.org/', { utm_source: 'mail' }],
    ['https://example.org/?utm_source=mail#a?utm_term=x', 'https://example.org/#a?utm_term=x', { utm_source: 'mail' }],
    [
      'https://example.org/a%20b?x=%7e&&utm_medium=e+mail&y=a+b&y=%C3%A9&utm_campaign=%C3%A9%26x&=&z#end',
      'https://example.org/a%20b?x=%7e&&y=a+b&y=%C3%A9&=&z#end',
      { utm_medium: 'e mail', utm_campaign: 'é&x' },
    ],
    ['example.org?utm%5Fterm=x&utm_content=a=b', 'example.org', { utm_term: 'x', utm_content: 'a=b' }],
    ['https://example.org/?a?utm_source=x&utm_source=y', 'https://example.org/?a?utm_source=x', { utm_source: 'y' }],
    ['https://example.org/?utm_term={keyword}', 'https://example.org/', { utm_term: '{keyword}' }],
  ])('%s', (url, rest, utm) => expect(takeUtm(url)).toEqual({ url: rest, utm }))

  it.each([
    'https://example.org',
    'https://example.org/#?utm_source=x',
    'https://example.org/utm_source=x',
    'https://example.org/?utm_id=7&UTM_SOURCE=x&utm_source_platform=y',
    'https://example.org/?utm_source=&utm_medium',
    'https://example.org/?utm_source=a&utm_source=b',
    'https://example.org/?utm_source=a&utm_sourc%65=b',
    'https://example.org/?utm_source=%20a&utm_medium=a+',
    'https://example.org/?utm_source=%E0%A4%A&utm_medium=%ff',
    'https://example.org/?utm_source=%',
    'https://example.org/?utm_source=%00',
    `https://example.org/?utm_source=${'x'.repeat(201)}`,
    'https://example.org/?utm_so\turce=a',
    '',
  ])('except for those that would change: %j', (url) => expect(takeUtm(url)).toEqual({ url, utm: {} }))
})

it('only wanted ones are taken', () => {
  const url = 'https://example.org/?utm_source=a&utm_term=b'
  expect(takeUtm(url, ['utm_term'])).toEqual({ url: 'https://example.org/?utm_source=a', utm: { utm_term: 'b' } })
})

/** Numbers from 0 up to a limit, always the same. */
function numbers(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

it('a visit gets the same parameters as from the whole URL', () => {
  const names = ['utm_source', 'utm_medium', 'utm_term', 'utm_id', 'utm%5Fsource', 'a', 'utm_content', '']
  const values = ['', 'x', 'a+b', '%20', '%C3%A9', '%E9', 'é', '%26', '%', '%%', '{k}', '=', '😀', 'a;b', '%00', '?']
  const sorted = (url: string) => [...new URL(url).searchParams].map((pair) => pair.join('=')).toSorted()
  const next = numbers(7)
  let taken = 0
  for (let round = 0; round < 5_000; round++) {
    const query = Array.from({ length: next(6) }, () => `${names[next(8)]}=${values[next(16)]}${values[next(16)]}`)
    const url = `https://example.org/p?${query.join('&')}${next(2) === 0 ? '' : '#utm_source=x'}`
    const { url: rest, utm } = takeUtm(url)
    taken += Object.keys(utm).length
    expect(sorted(addUtm(rest, { ...unset, ...utm })), url).toEqual(sorted(url))
    expect(new URL(rest).hash).toBe(new URL(url).hash)
    expect(takeUtm(rest).utm).toEqual({})
  }
  expect(taken).toBeGreaterThan(1_500)
})
