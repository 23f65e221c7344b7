import { expect, it } from 'vitest'
import { tabsOf } from './breakdowns.ts'
import { filterNames, filterTitles, isClosed } from './filter-names.ts'
import { choices } from './search.ts'

/** Bookmarks contain these names: none of them may change. */
it('filters and tabs keep their names in URLs', () => {
  expect(filterNames).toEqual([
    'link',
    'campaign',
    'tag',
    'type',
    'country',
    'region',
    'city',
    'continent',
    'device',
    'browser',
    'os',
    'language',
    'referrer',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
  ])
  expect(choices).toMatchObject({
    sources: ['referrers', 'utm_source', 'utm_medium', 'utm_campaign'],
    places: ['map', 'countries', 'regions', 'cities', 'continents'],
    devices: ['devices', 'browsers', 'systems', 'languages'],
  })
})

it('tabs have names, and every filter has a title', () => {
  expect(tabsOf('sources').map(({ name }) => name)).toEqual(['Referrers', 'UTM source', 'Medium', 'Campaign'])
  expect(filterNames.filter((name) => filterTitles[name] === undefined)).toEqual([])
  expect(filterTitles).toMatchObject({ type: 'Kind of link', country: 'Country', os: 'System', utm_term: 'UTM term' })
})

it('values with labels are selected from a list; others can be typed', () => {
  const open = [
    'tag',
    'continent',
    'browser',
    'os',
    'referrer',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
  ]
  expect(filterNames.filter((name) => !isClosed(name))).toEqual(open)
})
