import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forwardQuery, setParameters } from './forward-query.ts'

describe('forwardQuery', () => {
  it.each([
    ['no query in the visit', 'https://x.test/a?b=1#c', '', 'https://x.test/a?b=1#c'],
    ['no query in the destination', 'https://x.test/a', 'q=1&r=2', 'https://x.test/a?q=1&r=2'],
    ['parameters of both', 'https://x.test/a?b=1', 'q=2', 'https://x.test/a?b=1&q=2'],
    ['a parameter in both: the destination wins', 'https://x.test/?a=1&b=2&a=3', 'a=4', 'https://x.test/?a=1&b=2&a=3'],
    ['a parameter in both, encoded differently', 'https://x.test/?a%20b=1', 'a+b=2&%61+b=3', 'https://x.test/?a%20b=1'],
    [
      'a name that a URL shortens to one in both',
      'https://x.test/?next=1',
      'ne\txt=2&n\next=3',
      'https://x.test/?next=1',
    ],
    [
      'a name that is empty, next to encoded ones',
      'https://x.test/?a=1&c=1',
      '=2&%61=3&?c=4',
      'https://x.test/?a=1&c=1&=2&?c=4',
    ],
    ['a repeated parameter in the visit', 'https://x.test/?a=1', 'b=2&b=3', 'https://x.test/?a=1&b=2&b=3'],
    [
      'a UTM parameter in both: the visit wins',
      'https://x.test/?utm_id=1&b=2',
      'utm_id=3',
      'https://x.test/?b=2&utm_id=3',
    ],
    ['a UTM parameter of the destination alone', 'https://x.test/?utm_id=1', 'b=2', 'https://x.test/?utm_id=1&b=2'],
    ['the encoding of other parameters', 'https://x.test/?flag&x=a%2Fb+c', 'q', 'https://x.test/?flag&x=a%2Fb+c&q'],
    ['the fragment stays last', 'https://x.test/a#top', 'q=1', 'https://x.test/a?q=1#top'],
    ['a # in the visit cannot start a fragment', 'https://x.test/a', 'q=1#x', 'https://x.test/a?q=1%23x'],
    ['empty pairs', 'https://x.test/a?', '&&', 'https://x.test/a'],
  ])('%s', (_name, destination, query, merged) => {
    expect(forwardQuery(destination, query)).toBe(merged)
  })

  it('never changes the host or path of the destination', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string({ unit: 'binary' }),
        (to, query) => {
          const [merged, destination] = [new URL(forwardQuery(to, query)), new URL(to)]
          expect([merged.origin, merged.pathname, merged.hash]).toEqual([
            destination.origin,
            destination.pathname,
            destination.hash,
          ])
        },
      ),
    )
  })

  it('never changes a parameter of the destination', () => {
    const own = '?a=1&next=%2Fhome&a=3'
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a=', '&%61=', '&next', '&n\text=', ''),
        (text, name) => {
          const merged = new URL(forwardQuery(`https://x.test/${own}`, `${name}${text}&${name}`))
          expect([merged.searchParams.getAll('a'), merged.searchParams.getAll('next')]).toEqual([['1', '3'], ['/home']])
        },
      ),
    )
  })

  it('forwards at most 64 parameters and 2,048 characters, cut between two parameters', () => {
    const forwarded = (query: string) => new URL(forwardQuery('https://x.test/?a=1', query)).search.slice(1)
    expect(forwarded('b&'.repeat(100))).toBe(`a=1${'&b'.repeat(64)}`)
    const long = 'x'.repeat(2_000)
    expect(forwarded(`b=${long}&c=${'y'.repeat(46)}&d`)).toBe(`a=1&b=${long}`)
    expect(forwarded(`b=${long}${long}`)).toBe('a=1')
    expect(forwarded(`b=2&c=${'"'.repeat(500)}&d=3`)).toBe(`a=1&b=2&c=${'%22'.repeat(500)}&d=3`)
    expect(forwarded(`b=2&c=${'"'.repeat(600)}&d=3`)).toBe('a=1&b=2')
  })
})

describe('setParameters', () => {
  it.each([
    ['https://x.test/?a=1&b=2&a=3', 'a=4', 'https://x.test/?b=2&a=4'],
    ['https://x.test/?a%20b=1', 'a+b=2', 'https://x.test/?a+b=2'],
    ['https://x.test/a#top', 'q=1', 'https://x.test/a?q=1#top'],
    ['https://x.test/a?b=1#c', '', 'https://x.test/a?b=1#c'],
  ])('replaces parameters of the same name: %s, %s', (destination, query, merged) => {
    expect(setParameters(destination, query)).toBe(merged)
  })

  it('sets every given parameter', () => {
    const pairs = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string()), { minLength: 1 })
    fc.assert(
      fc.property(pairs, (given) => {
        const merged = new URL(setParameters('https://x.test/?a=1&b=2', new URLSearchParams(given).toString()))
        for (const [name, value] of given) expect(merged.searchParams.getAll(name)).toContain(value)
      }),
    )
  })
})
