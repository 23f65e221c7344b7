import { expect, it } from 'vitest'
import { webhookFilters } from '#schemas/webhooks.ts'
import { passes, subjectOf } from './event-subject.ts'

const hears = (domain: string, short_url: string) =>
  passes(webhookFilters.parse({ domains: [domain] }), subjectOf('url.created', { short_url }))

it('matches the host of a short URL with and without its port', () => {
  const onPort = 'http://go.example:8080/spring'
  expect(
    ['go.example:8080', 'GO.example', 'go.example:80', 'example', '8080'].map((host) => hears(host, onPort)),
  ).toEqual([true, true, false, false, false])
  expect(['go.example', 'go.example:443'].map((host) => hears(host, 'https://go.example/spring'))).toEqual([
    true,
    false,
  ])
})

it('matches tags in any spelling', () => {
  const hears = (tag: string) =>
    passes(webhookFilters.parse({ tags: ['Sale', tag] }), subjectOf('url.created', { tags: ['newsletter'] }))
  expect(['Newsletter', 'NEWSLETTER', 'news'].map(hears)).toEqual([true, true, false])
})
