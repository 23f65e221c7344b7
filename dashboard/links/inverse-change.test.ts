import { expect, it } from 'vitest'
import { inverseOf, inverseOfTags } from './inverse-change.ts'

const link = (id: string, own: object = {}) => ({
  id,
  tags: ['a'],
  campaign_id: null,
  archived: false,
  is_active: true,
  ...own,
})

it('removes only the tags that each link did not have', () => {
  const links = [link('1'), link('2', { tags: ['b'] }), link('3', { tags: [] }), link('4', { tags: ['a', 'b'] })]
  expect(inverseOf(links, { add_tags: ['a', 'b'] })).toEqual([
    { ids: ['1'], changes: { remove_tags: ['b'] } },
    { ids: ['2'], changes: { remove_tags: ['a'] } },
    { ids: ['3'], changes: { remove_tags: ['a', 'b'] } },
  ])
})

it('adds the tags that links lost', () => {
  const links = [link('1'), link('2', { tags: ['b'] }), link('3')]
  expect(inverseOf(links, { remove_tags: ['a'] })).toEqual([{ ids: ['1', '3'], changes: { add_tags: ['a'] } }])
})

it('ignores the case of tags, and gives links their former spelling', () => {
  const links = [link('1'), link('2', { tags: ['A'] })]
  expect(inverseOf(links, { add_tags: ['A'] })).toEqual([])
  expect(inverseOf(links, { remove_tags: ['A'] })).toEqual([
    { ids: ['1'], changes: { add_tags: ['a'] } },
    { ids: ['2'], changes: { add_tags: ['A'] } },
  ])
})

it('returns links to their former campaigns and states', () => {
  const links = [link('1', { campaign_id: 'spring' }), link('2'), link('3', { campaign_id: 'fall' })]
  expect(inverseOf(links, { campaign_id: 'fall' })).toEqual([
    { ids: ['1'], changes: { campaign_id: 'spring' } },
    { ids: ['2'], changes: { campaign_id: null } },
  ])
  expect(inverseOf([link('1'), link('2', { archived: true })], { archived: true })).toEqual([
    { ids: ['1'], changes: { archived: false } },
  ])
})

it.each([
  [['a'], ['a', 'b'], { remove_tags: ['b'] }],
  [['a', 'b'], ['b'], { add_tags: ['a'] }],
  [['a', 'B'], ['b', 'c'], { remove_tags: ['c'], add_tags: ['a'] }],
  [['a', 'b'], ['B', 'a'], { tags: ['a', 'b'] }],
])('turns the tags %j to %j back with %j', (before, after, inverse) => {
  expect(inverseOfTags(before, after)).toEqual(inverse)
})
