import { expect, it } from 'vitest'
import { importFrom, itemsOf } from '../support/imports.ts'
import { account, stores, useShortUrls } from '../support/short-urls.ts'
import { addDomain, readLink, slugs } from './services/links.ts'
import { serveBitly, serveRebrandly, serveShortio } from './services/others.ts'

useShortUrls({ IMPORT_ALLOW_PRIVATE: 'true' })

it('imports Rebrandly with titles, tags and click totals', async () => {
  const [full, ...more] = slugs(30)
  const service = await serveRebrandly([
    { id: 'r1', slashtag: full, title: 'Offer', tags: [{ id: 't', name: 'sale' }], clicks: 9 },
    ...more.map((slashtag) => ({ id: slashtag, slashtag })),
  ])
  const record = await importFrom('rebrandly', service.url)
  expect(record).toMatchObject({ analysis: { found: 30, notes: [] }, result: { created: 30 } })
  expect(await readLink(full)).toMatchObject({
    original_url: `https://example.com/${full}`,
    name: 'Offer',
    tags: ['sale'],
    stored_clicks: 9,
    created_at: '2020-10-11T12:13:14.000Z',
  })
  expect((await itemsOf(record.id))[0]).toMatchObject({ source_url: `rebrand.example.org/${full}` })
})

it('imports all domains of Short.io, with their click totals', async () => {
  const [full, ...more] = slugs(160)
  const [there] = slugs(1)
  const host = await addDomain()
  const service = await serveShortio({
    'short.example.org': [
      { idString: 'root', path: '' },
      {
        idString: 'lnk_full',
        path: full,
        title: 'Shop',
        tags: ['shop'],
        expiresAt: Date.UTC(2099, 0, 2),
        expiredURL: 'https://example.com/over',
        iphoneURL: 'https://apps.example.com/ios',
        redirectType: '301',
        hasPassword: true,
        utmSource: 'mail',
        clicks: 21,
      },
      ...more.map((path) => ({ idString: `lnk_${path}`, path })),
    ],
    [host]: [{ idString: 'lnk_there', path: there, cloaking: true, clicks: 4 }],
  })
  const record = await importFrom('shortio', service.url)
  expect(record).toMatchObject({
    analysis: {
      found: 161,
      notes: [
        { code: 'password_removed', links: 1 },
        { code: 'cloaking_dropped', links: 1 },
      ],
    },
    result: { created: 161 },
  })
  expect(await readLink(full)).toMatchObject({
    name: 'Shop',
    tags: ['shop'],
    expires_at: '2099-01-02T00:00:00.000Z',
    expired_url: 'https://example.com/over',
    ios_url: 'https://apps.example.com/ios',
    redirect_type: 301,
    utm: { utm_source: 'mail' },
    stored_clicks: 21,
    status: 'disabled',
  })
  const [imported] = await stores.sql`
    select clicks, domains.host
    from links
    join link_counts on link_id = links.id
    join domains on domains.id = domain_id
    where code = ${there}`
  expect(imported).toEqual({ clicks: 4, host })
})

it('imports all groups of Bitly, with the click total of each link and its custom short URLs', async () => {
  const [full, custom, unknown, other, ...more] = slugs(56)
  const service = await serveBitly({
    B1: [
      {
        id: `bit.ly/${full}`,
        title: 'News',
        tags: ['press'],
        clicks: 1_500,
        custom_bitlinks: [`https://brand.example.org/${custom}`],
      },
      { id: `bit.ly/${unknown}`, archived: true },
      ...more.map((code) => ({ id: `bit.ly/${code}`, clicks: 1 })),
    ],
    B2: [{ id: `bit.ly/${other}`, clicks: 2 }],
  })
  const record = await importFrom('bitly', service.url)
  expect(record).toMatchObject({
    // Its plan does not include the clicks of one of them.
    analysis: { found: 56, notes: [{ code: 'details_missing', links: 1 }] },
    result: { created: 56 },
  })
  expect(await readLink(full)).toMatchObject({
    original_url: `https://example.com/bit.ly/${full}`,
    name: 'News',
    tags: ['press'],
    stored_clicks: 1_500,
    created_at: '2019-08-07T06:05:04.000Z',
  })
  expect(await readLink(custom)).toMatchObject({
    original_url: `https://example.com/bit.ly/${full}`,
    stored_clicks: 0,
  })
  expect(await readLink(unknown)).toMatchObject({ status: 'archived' })
  expect(await readLink(other)).toMatchObject({ stored_clicks: 2 })
  expect(await stores.sql`select from links where account_id = ${account.id}`).toHaveLength(56)
})
