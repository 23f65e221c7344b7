import { expect, it } from 'vitest'
import { tabsOf } from './breakdowns.ts'
import { filterNames, filterTitles, isClosed } from './filter-names.ts'
import { choices } from './search.ts'

/** Bookmarks contain these names, so they must not change. */
it('filter and tab names in URLs are stable', () => {
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
    'rule',
  ])
  expect(choices).toMatchObject({
    sources: ['referrers', 'utm_source', 'utm_medium', 'utm_campaign', 'rules'],
    places: ['map', 'countries', 'regions', 'cities', 'continents'],
    devices: ['devices', 'browsers', 'systems', 'languages'],
  })
})

it('every tab has a name and every filter a title', () => {
  expect(tabsOf('sources').map(({ name }) => name)).toEqual([
    ...['Referrers', 'UTM source', 'UTM medium', 'UTM campaign', 'Rules'],
  ])
  expect(filterNames.filter((name) => filterTitles[name] === undefined)).toEqual([])
  expect(filterTitles).toMatchObject({ type: 'Link type', country: 'Country', os: 'OS', utm_term: 'UTM term' })
})

it('values with labels are picked from a list, others can be typed', () => {
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
