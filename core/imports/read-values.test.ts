import { expect, it } from 'vitest'
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
  expect([readTags('a, b;c|d'), readTags('["a","b c"]'), readTags('')]).toEqual([
    ['a', 'b', 'c', 'd'],
    ['a', 'b c'],
    [],
  ])
})

it.each([
  ['https://bit.ly/abc', 'bit.ly', 'abc'],
  ['bit.ly/abc/', 'bit.ly', 'abc'],
  ['HTTPS://Go.Example.com:8080/a/b?x=1', 'go.example.com:8080', 'a/b'],
])('splits %s', (text, host, slug) => {
  expect(splitShortUrl(text)).toEqual({ host, slug })
})

it.each(['https://bit.ly/', 'abc', '', 'https://bit.ly'])('finds no slug in "%s"', (text) => {
  expect(splitShortUrl(text)).toBeUndefined()
})
