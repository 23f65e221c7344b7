import { expect, it } from 'vitest'
import { importFrom, itemsOf } from '../support/imports.ts'
import { useShortUrls } from '../support/short-urls.ts'
import { addDomain, readLink, slugs } from './services/links.ts'
import { serveDub, serveKutt } from './services/others.ts'
import { serveShlink } from './services/shlink.ts'

useShortUrls({ IMPORT_ALLOW_PRIVATE: 'true' })

it('imports all pages of Shlink with dates, limits, tags, devices and rules', async () => {
  const [full, other, ...more] = slugs(205)
  const host = await addDomain()
  const rule = (longUrl: string, type: string, matchValue: string, matchKey: string | null = null) => ({
    longUrl,
    priority: 1,
    conditions: [{ name: type, type, matchValue, matchKey }],
  })
  const service = await serveShlink([
    {
      shortCode: full,
      title: 'A title',
      tags: ['one, two', 'three'],
      meta: { validSince: '2022-01-01T00:00:00+01:00', validUntil: '2999-01-01T00:00:00+00:00', maxVisits: 90 },
      forwardQuery: false,
      nonBots: 12,
      redirectRules: [
        { ...rule('https://example.com/last', 'query-param', 'v', 'k'), priority: 2 },
        rule('https://example.com/ios', 'device', 'ios'),
        rule('https://example.com/ip', 'ip-address', '10.0.0.*'),
      ],
    },
    { shortCode: other, domain: host },
    ...more.map((shortCode) => ({ shortCode })),
  ])
  const record = await importFrom('shlink', service.url)
  expect(record).toMatchObject({
    status: 'completed',
    source: 'shlink',
    file_name: null,
    base_url: service.url,
    analysis: {
      found: 205,
      invalid: 0,
      // Tags cannot contain commas.
      notes: [
        { code: 'tag_dropped', links: 1 },
        { code: 'targeting_dropped', links: 1 },
      ],
    },
    result: { created: 205, failed: 0 },
  })
  expect(await readLink(full)).toMatchObject({
    original_url: `https://example.com/${full}`,
    name: 'A title',
    tags: ['three'],
    created_at: '2021-05-01T18:34:16.000Z',
    starts_at: '2021-12-31T23:00:00.000Z',
    expires_at: '2999-01-01T00:00:00.000Z',
    max_clicks: 90,
    stored_clicks: 12,
    forward_query: false,
    targeting_rules: [
      { conditions: [{ type: 'os', operator: 'in', value: ['iOS'] }], destination_url: 'https://example.com/ios' },
      { conditions: [{ type: 'query_param', name: 'k', value: ['v'] }], destination_url: 'https://example.com/last' },
    ],
  })
  const created = await itemsOf(record.id, 'created')
  expect(created.map(({ short_url }) => short_url)).toContain(`http://${host}/${other}`)
  expect(service.calls.filter((call) => call.startsWith('/rest/v3/short-urls?'))).toHaveLength(3)
})

it('imports Kutt: a link with a password is disabled, and a banned one too', async () => {
  const [plain, secret, banned, ...more] = slugs(60)
  const service = await serveKutt([
    { address: plain, target: 'https://example.com/kutt', visit_count: 7, expire_in: '2999-02-03T00:00:00.000Z' },
    { address: secret, target: 'https://example.com/s', password: true, description: 'Secret' },
    { address: banned, target: 'https://example.com/b', banned: true },
    ...more.map((address) => ({ address, target: `https://example.com/${address}` })),
  ])
  const record = await importFrom('kutt', service.url, { tags: ['moved'] })
  expect(record).toMatchObject({
    analysis: {
      found: 60,
      notes: [
        { code: 'password_removed', links: 1 },
        { code: 'link_banned', links: 1 },
      ],
    },
    result: { created: 60 },
  })
  expect(await readLink(plain)).toMatchObject({
    original_url: 'https://example.com/kutt',
    stored_clicks: 7,
    tags: ['moved'],
    created_at: '2022-02-03T04:05:06.000Z',
    expires_at: '2999-02-03T00:00:00.000Z',
    status: 'active',
  })
  expect(await readLink(secret)).toMatchObject({ description: 'Secret', status: 'disabled' })
  expect(await readLink(banned)).toMatchObject({ status: 'disabled' })
  expect(service.calls).toEqual(['/api/v2/links?limit=50&skip=0', '/api/v2/links?limit=50&skip=50'])
})

it('imports Dub with archived links, previews, countries and UTM parameters', async () => {
  const [full, archived, ...more] = slugs(120)
  const service = await serveDub([
    {
      id: 'full',
      key: full,
      url: 'https://example.com/dub?utm_source=mail',
      title: 'Preview',
      description: 'About',
      image: 'https://example.com/image.png',
      proxy: true,
      comments: 'A comment',
      externalId: 'ext-1',
      password: 'open sesame',
      ios: 'https://apps.example.com/ios',
      android: 'https://apps.example.com/android',
      geo: { DE: 'https://example.de/' },
      tags: [{ id: 't', name: 'news', color: 'red' }],
      expiresAt: '2999-03-04T00:00:00.000Z',
      expiredUrl: 'https://example.com/over',
      utm_source: 'mail',
      clicks: 33,
      testVariants: [{ url: 'https://example.com/a', percentage: 50 }],
    },
    { id: 'archived', key: archived, archived: true, rewrite: true },
    ...more.map((key) => ({ id: key, key })),
  ])
  const record = await importFrom('dub', service.url)
  expect(record).toMatchObject({
    analysis: {
      found: 120,
      notes: [
        { code: 'test_dropped', links: 1 },
        { code: 'cloaking_dropped', links: 1 },
      ],
    },
    result: { created: 120 },
  })
  expect(await readLink(full)).toMatchObject({
    name: 'Preview',
    description: 'A comment',
    external_id: 'ext-1',
    is_password_protected: true,
    ios_url: 'https://apps.example.com/ios',
    android_url: 'https://apps.example.com/android',
    tags: ['news'],
    expires_at: '2999-03-04T00:00:00.000Z',
    expired_url: 'https://example.com/over',
    utm: { utm_source: 'mail' },
    stored_clicks: 33,
    og: { title: 'Preview', description: 'About', image_url: 'https://example.com/image.png' },
    targeting_rules: [{ conditions: [{ type: 'country', value: ['de'] }], destination_url: 'https://example.de/' }],
  })
  expect(await readLink(archived)).toMatchObject({ status: 'archived' })
})
