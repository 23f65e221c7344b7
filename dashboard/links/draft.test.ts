import { expect, it } from 'vitest'
import { draftOf, emptyForm, withScheme } from './draft.ts'

const former = emptyForm('')

it('sends what was filled in and nothing else', () => {
  expect(draftOf({ ...former, url: ' example.com ' }, former)).toEqual({ url: 'https://example.com' })
  const filled = { ...former, url: 'https://a.example/', tags: 'one, two,,', max_clicks: '5', utm_source: 'news' }
  expect(draftOf(filled, former)).toEqual({
    url: 'https://a.example/',
    tags: ['one', 'two'],
    max_clicks: 5,
    utm_source: 'news',
  })
})

it('empties what was emptied', () => {
  const known = { ...former, url: 'https://a.example/', name: 'A', max_clicks: '5', tags: 'one' }
  expect(draftOf({ ...known, name: ' ', max_clicks: '', tags: '' }, known)).toEqual({
    name: null,
    max_clicks: null,
    tags: [],
  })
})

it('sends the instant of a local time', () => {
  const draft = draftOf({ ...former, expires_at: '2030-01-02T03:04' }, former)
  expect(draft.expires_at).toBe(new Date('2030-01-02T03:04').toISOString())
})

it.each([
  ['example.com/a', 'https://example.com/a'],
  ['http://example.com', 'http://example.com'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['', ''],
])('reads %s as %s', (given, meant) => {
  expect(withScheme(given)).toBe(meant)
})
