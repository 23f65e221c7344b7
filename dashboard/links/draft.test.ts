import { expect, it } from 'vitest'
import { draftOf as draftOn, emptyForm, type Filled, mergeCard } from './draft.ts'

const former = emptyForm('')
const draftOf = (filled: Filled, before: Filled) => draftOn(filled, before, 'go.example')

it('sends only the fields that were filled in', () => {
  expect(draftOf({ ...former, url: ' example.com ' }, former)).toEqual({ url: 'https://example.com' })
  const filled = { ...former, url: 'https://a.example/', tags: 'one, two,,one', max_clicks: '5', utm_source: 'news' }
  expect(draftOf(filled, former)).toEqual({
    url: 'https://a.example/',
    tags: ['one', 'two'],
    max_clicks: 5,
    utm_source: 'news',
  })
})

it('clears fields that were emptied', () => {
  const known = { ...former, url: 'https://a.example/', name: 'A', max_clicks: '5', tags: 'one' }
  expect(draftOf({ ...known, name: ' ', max_clicks: '', tags: '' }, known)).toEqual({
    name: null,
    max_clicks: null,
    tags: [],
  })
})

it('sends a local time as an ISO instant', () => {
  const draft = draftOf({ ...former, expires_at: '2030-01-02T03:04' }, former)
  expect(draft.expires_at).toBe(new Date('2030-01-02T03:04').toISOString())
})

it('sends the domain and the redirect type', () => {
  expect(draftOf({ ...former, domain: 'spring.go.example', redirect_type: '301' }, former)).toEqual({
    url_type: 'subdomain',
    subdomain: 'spring',
    redirect_type: 301,
  })
})

it('sends and removes a social card as a whole', () => {
  const known = { ...former, og_title: 'A', og_image_url: 'https://a.example/i.png' }
  expect(draftOf({ ...known, og_title: 'B' }, known)).toEqual({
    og: { title: 'B', description: null, image_url: 'https://a.example/i.png' },
  })
  expect(draftOf({ ...known, og_title: '', og_image_url: ' ' }, known)).toEqual({ og: null })
})

it('keeps what others changed in a social card', () => {
  const known = { ...former, og_title: 'A', og_image_url: 'https://a.example/i.png' }
  const now = { title: 'A', description: 'Theirs', image_url: 'https://b.example/i.png' }
  expect(mergeCard({ ...known, og_title: 'B' }, known, now)).toEqual({ ...now, title: 'B' })
  expect(mergeCard({ ...known, og_title: '', og_image_url: '' }, known, null)).toBeNull()
})

it('removes or replaces a password', () => {
  expect(draftOf({ ...former, drops_password: true }, former)).toEqual({ password: null })
  expect(draftOf({ ...former, password: 'secret' }, former)).toEqual({ password: 'secret' })
})
