import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeQuery } from './merge-query.ts'

describe('mergeQuery', () => {
  it.each([
    ['no query in the visit', 'https://x.test/a?b=1#c', '', 'https://x.test/a?b=1#c'],
    ['no query in the destination', 'https://x.test/a', 'q=1&r=2', 'https://x.test/a?q=1&r=2'],
    ['parameters of both', 'https://x.test/a?b=1', 'q=2', 'https://x.test/a?b=1&q=2'],
    ['a parameter in both: the visit wins', 'https://x.test/?a=1&b=2&a=3', 'a=4', 'https://x.test/?b=2&a=4'],
    ['a parameter in both, encoded differently', 'https://x.test/?a%20b=1', 'a+b=2', 'https://x.test/?a+b=2'],
    ['a repeated parameter in the visit', 'https://x.test/?a=1', 'a=2&a=3', 'https://x.test/?a=2&a=3'],
    ['the encoding of other parameters', 'https://x.test/?flag&x=a%2Fb+c', 'q', 'https://x.test/?flag&x=a%2Fb+c&q'],
    ['the fragment stays last', 'https://x.test/a#top', 'q=1', 'https://x.test/a?q=1#top'],
    ['a # in the visit cannot start a fragment', 'https://x.test/a', 'q=1#x', 'https://x.test/a?q=1%23x'],
    ['empty pairs', 'https://x.test/a?', '&&', 'https://x.test/a'],
  ])('%s', (_name, destination, query, merged) => {
    expect(mergeQuery(destination, query)).toBe(merged)
  })

  it('never changes the host or path of the destination', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string({ unit: 'binary' }),
        (to, query) => {
          const [merged, destination] = [new URL(mergeQuery(to, query)), new URL(to)]
          expect([merged.origin, merged.pathname, merged.hash]).toEqual([
            destination.origin,
            destination.pathname,
            destination.hash,
          ])
        },
      ),
    )
  })

  it('keeps every parameter of the visit', () => {
    const pairs = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string()), { minLength: 1 })
    fc.assert(
      fc.property(pairs, (given) => {
        const merged = new URL(mergeQuery('https://x.test/?a=1&b=2', new URLSearchParams(given).toString()))
        for (const [name, value] of given) expect(merged.searchParams.getAll(name)).toContain(value)
      }),
    )
  })
})
