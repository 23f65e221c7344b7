import { expect, it } from 'vitest'
import { readTags, startsTag, takeTag } from './tags.ts'

it('reads each tag once', () => {
  expect(readTags(' one, two,,one, ')).toEqual(['one', 'two'])
  expect(readTags('')).toEqual([])
})

it.each([
  ['', 'email', 'email'],
  ['ema', 'email', 'email'],
  ['spring, EM', 'email', 'spring, email'],
  ['spring', 'email', 'spring, email'],
  // The comma begins a new tag.
  ['email, ', 'email-2', 'email, email-2'],
  ['email,', 'email-2', 'email, email-2'],
  ['one, two, one', 'one-2', 'one, two, one-2'],
])('completes "%s" with the tag %s: "%s"', (text, tag, taken) => {
  expect(takeTag(text, tag)).toBe(taken)
})

it('recognizes the beginning of a tag', () => {
  expect([startsTag('a, spr', 'Spring'), startsTag('spring, ', 'spring'), startsTag('', 'spring')]).toEqual([
    true,
    false,
    false,
  ])
})
