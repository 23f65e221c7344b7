import { expect, it } from 'vitest'
import { readTags, splitTyped, tagsBefore, writeTags } from './tags.ts'

it('reads each tag once', () => {
  expect(readTags(' one, two,,one, ')).toEqual(['one', 'two'])
  expect(readTags('')).toEqual([])
})

it.each([
  ['', '', []],
  ['one, two', '', ['one', 'two']],
  ['one, two', 'two', ['one']],
  ['one, one', 'one ', ['one']],
  ['one', 'on', ['one']],
])('of "%s" while typing "%s", these are complete: %j', (text, typed, tags) => {
  expect(tagsBefore(text, typed)).toEqual(tags)
})

it('writes what is typed after the complete tags, which reading takes back', () => {
  expect(writeTags(['one', 'two', 'one'], ' thr ')).toBe('one, two, thr')
  expect(tagsBefore(writeTags(['one'], 'one'), 'one')).toEqual(['one'])
  expect(writeTags([], ' ')).toBe('')
})

it('splits typed text at its last comma', () => {
  expect(splitTyped('one, two, thr')).toEqual({ complete: ['one', 'two'], rest: 'thr' })
  expect(splitTyped('one,')).toEqual({ complete: ['one'], rest: '' })
  expect(splitTyped('on')).toEqual({ complete: [], rest: 'on' })
})
