import { expect, it } from 'vitest'
import type { Webhook } from '../api/webhooks.ts'
import { changesOf, draftOf, emptyWebhook, type FilledWebhook, filledOf, hasFilters } from './draft-webhook.ts'
import { groupEvents } from './event-groups.ts'

const none = { url_ids: null, campaign_ids: null, qr_code_ids: null, domains: null, tags: null }

it('sends null for empty filters', () => {
  const filled = { ...emptyWebhook, url: ' https://hooks.example/ ', events: ['url.created'] }
  expect(draftOf(filled)).toEqual({
    name: null,
    url: 'https://hooks.example/',
    events: ['url.created'],
    include_bots: false,
    filters: none,
  })
  expect(draftOf({ ...filled, tags: ' a, ,b ', domains: ['go.example'] }).filters).toEqual({
    ...none,
    tags: ['a', 'b'],
    domains: ['go.example'],
  })
})

it('rebuilds the request from a webhook', () => {
  const filters = { ...none, tags: ['a', 'b'], url_ids: ['1'] }
  const draft = { name: 'CRM', url: 'https://hooks.example/', events: ['url.created'], include_bots: true, filters }
  expect(draftOf(filledOf(draft as unknown as Webhook))).toEqual(draft)
  expect(hasFilters(filledOf(draft as unknown as Webhook))).toBe(true)
  expect(hasFilters(emptyWebhook)).toBe(false)
})

it('sends only what was changed in the form, and filters with what others changed in them', async () => {
  const filters = { ...none, tags: ['a'] }
  const stored = { name: 'CRM', url: 'https://hooks.example/', events: ['url.created'], include_bots: true, filters }
  const form = filledOf(stored as unknown as Webhook)
  const changes = (change: Partial<FilledWebhook>, newest = filters) =>
    changesOf({ ...form, ...change }, form, async () => newest)
  expect(await changes({})).toEqual({})
  expect(await changes({ name: ' CRM ', tags: 'a,' })).toEqual({})
  expect(await changes({ include_bots: false }, { ...filters, tags: ['b'] })).toEqual({ include_bots: false })
  const added = { domains: ['go.example.com'] }
  expect(await changes({ name: '', ...added })).toEqual({ name: null, filters: { ...filters, ...added } })
  expect(await changes(added, { ...none, tags: ['b'] })).toEqual({ filters: { ...none, tags: ['b'], ...added } })
  expect(await changes({ tags: '' }, { ...none, tags: ['a', 'b'] })).toEqual({ filters: none })
})

it('groups events by subject, without the test event', () => {
  const event = (type: string) => ({ type, description: '' })
  const groups = groupEvents(['url.created', 'ab_test.started', 'url.clicked', 'webhook.test', 'new.thing'].map(event))
  expect(groups.map(({ name, events }) => [name, events.map(({ type }) => type)])).toEqual([
    ['Links', ['url.created', 'url.clicked']],
    ['A/B tests', ['ab_test.started']],
    ['new', ['new.thing']],
  ])
})
