import { expect, it } from 'vitest'
import { growthOfTime } from '../../test/stack/growth-of-time.ts'
import { splitShortUrl } from './raw-link.ts'
import { readCount, readFlag, readTags } from './read-values.ts'

it.each([
  ['12', 12],
  ['1,234,567', 1_234_567],
  ['12.0', 12],
  ['-1', undefined],
  ['1.5', undefined],
  ['many', undefined],
])('reads the number %s', (text, expected) => {
  expect(readCount(text)).toBe(expected)
})

it('reads flags and tags', () => {
  expect(['TRUE', 'yes', '1', 'false', '0', '', 'perhaps'].map(readFlag)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    undefined,
  ])
  expect(['a, b;c|d', '["a","b c"]', 'a,, "b",', ''].map((text) => readTags(text, 4))).toEqual([
    { tags: ['a', 'b', 'c', 'd'], isCut: false },
    { tags: ['a', 'b c'], isCut: false },
    { tags: ['a', 'b'], isCut: false },
    { tags: [], isCut: false },
  ])
})

it('reads no more tags than asked for', () => {
  const many = Array.from({ length: 64_000 }, (_, place) => String(place))
  for (const text of [many.join(','), JSON.stringify(many)])
    expect(readTags(text, 3)).toEqual({ tags: ['0', '1', '2'], isCut: true })
})

it.each([
  ['https://bit.ly/abc', 'bit.ly', 'abc'],
  ['bit.ly/abc/', 'bit.ly', 'abc'],
  ['HTTPS://Go.Example.com:8080/a/b?x=1', 'go.example.com:8080', 'a/b'],
  ['a..b./c//d//', 'a..b.', 'c//d'],
  ['localhost:3000/abc', 'localhost:3000', 'abc'],
])('splits %s', (text, host, slug) => {
  expect(splitShortUrl(text)).toEqual({ host, slug })
})

it.each(['https://bit.ly/', 'abc', '', 'https://bit.ly', 'bit.ly//', 'localhosts/abc', '.a/b', 'a./b'])(
  'finds no slug in "%s"',
  (text) => {
    expect(splitShortUrl(text)).toBeUndefined()
  },
)

it.each<[string, (length: number) => string]>([
  ['dots', (length) => 'a.'.repeat(length)],
  ['slashes', (length) => `a.b/${'/'.repeat(length)}c`],
])('splits no text that takes longer than its length: %s', (_name, text) => {
  expect(growthOfTime((length) => splitShortUrl(text(length)), 10_000)).toBeLessThan(4)
})
