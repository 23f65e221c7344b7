import { beforeEach, describe, expect, it } from 'vitest'
import { cliOrigin } from '#model/accounts/audit-log.ts'
import { quarantineDomain } from '#model/domains/quarantine-domain.ts'
import { appsKey, hostKey } from '#schemas/link-record.ts'
import { agents } from '../api/support/redirecting.ts'
import {
  account,
  ask,
  locations,
  nameOf,
  reserve,
  shorten,
  stores,
  useDomainBed,
  visitAll,
} from '../domains/domain-bed.ts'
import { eventually } from '../stack/eventually.ts'

useDomainBed()

const harm = 'harm.example'
const store = `https://${harm}/app`
const settings = {
  root_redirect_url: `https://${harm}/root`,
  not_found_url: `https://${harm}/lost`,
  expired_url: `https://${harm}/expired`,
  app_links: {
    ios: { app_ids: ['ABCDE12345.com.example.app'], store_url: store },
    android: { package_name: 'com.example.app', store_url: store },
  },
}

let domain: { id: string; domain: string }
let expired: { id: string }
let host: string
beforeEach(async () => {
  domain = await reserve(settings)
  host = domain.domain
  const on = { url_type: 'subdomain', subdomain: nameOf(domain) }
  await shorten({ ...on, custom_alias: 'live' })
  await shorten({ ...on, custom_alias: 'opens-app', ios_url: 'myapp://product/42', android_url: 'myapp://product/42' })
  expired = await shorten({ ...on, custom_alias: 'ended' })
  await ask('POST', `/short-urls/${expired.id}/trash`)
})

const change = (reason: string | null) =>
  quarantineDomain(stores, { domain_id: domain.id, reason, origin: cliOrigin(account.id) })

/** By both transports. */
async function expectFollowed() {
  expect(await locations('/', host)).toEqual([settings.root_redirect_url, settings.root_redirect_url])
  expect(await locations('/unknown', host)).toEqual([settings.not_found_url, settings.not_found_url])
  expect(await locations('/a/b', host)).toEqual([settings.not_found_url, settings.not_found_url])
  expect(await locations('/ended', host)).toEqual([settings.expired_url, settings.expired_url])
  for (const agent of [agents.iphone, agents.pixel])
    for (const { body, headers } of await visitAll('/opens-app', host, { 'user-agent': agent }))
      expect(`${body} ${headers.location}`).toContain(harm)
}

async function expectStopped() {
  const pages: [path: string, status: number, text: string][] = [
    ['/', 403, 'This link has been stopped'],
    ['/?a=1', 403, 'This link has been stopped'],
    ['/unknown', 404, 'Link not found'],
    ['/unknown+', 404, 'Link not found'],
    ['/a/b', 404, 'Link not found'],
    ['/ended', 410, 'This link has expired'],
  ]
  for (const [path, status, text] of pages)
    for (const seen of await visitAll(path, host)) {
      expect([path, seen.status, seen.headers.location]).toEqual([path, status, undefined])
      expect(seen.headers['cache-control']).toBe('private, no-store')
      expect(seen.body).toContain(text)
      expect(seen.body).not.toContain(harm)
    }
  expect(await locations('/live', host)).toEqual(['https://example.com/page', 'https://example.com/page'])
  for (const agent of [agents.iphone, agents.pixel])
    for (const { status, body, headers } of await visitAll('/opens-app', host, { 'user-agent': agent })) {
      expect([200, 302]).toContain(status)
      expect(`${body} ${headers.location}`).toContain('//product/42')
      expect(`${body} ${headers.location}`).not.toContain(harm)
    }
}

describe('the URLs of a domain in quarantine', () => {
  it('are not followed, from memory, Redis and Postgres, and are again after the quarantine is lifted', async () => {
    await eventually(expectFollowed)
    expect(await change('Phishing')).toBe(true)
    await eventually(expectStopped)
    await expectStopped()
    expect(await change(null)).toBe(true)
    await eventually(expectFollowed)
    // Only Postgres has the quarantine now.
    await stores.sql`
      update domains set quarantined_at = now(), quarantine_reason = 'Phishing', rev = nextval('link_rev')
      where id = ${domain.id}`
    await stores.redis.flushdb()
    await eventually(expectStopped)
  })

  it('are not followed after the account changes them', async () => {
    await change('Phishing')
    const not_found_url = `https://${harm}/other`
    expect((await ask('PUT', `/domains/${domain.id}`, { not_found_url })).status).toBe(200)
    await eventually(expectStopped)
    await change(null)
    await eventually(async () => expect(await locations('/unknown', host)).toEqual([not_found_url, not_found_url]))
  })

  it('are not in the records, so that redirectors of earlier versions show pages', async () => {
    await change('Phishing')
    expect(JSON.parse((await stores.redis.get(hostKey(host))) ?? 'null')).toEqual({
      rev: expect.any(Number),
      domain_id: domain.id,
      root_redirect_url: null,
      not_found_url: null,
      expired_url: null,
      quarantined: true,
    })
    const apps = (await stores.redis.get(appsKey(host))) ?? ''
    expect(apps).not.toContain(harm)
    expect(JSON.parse(apps).ios).toEqual({ app_ids: settings.app_links.ios.app_ids, store_url: null })
  })

  it('are left out of simulated visits', async () => {
    const simulate = async () => (await ask('POST', `/short-urls/${expired.id}/simulate`, {})).json.data
    expect(await simulate()).toMatchObject({ outcome: 'expired', url: settings.expired_url, status: 302 })
    await change('Phishing')
    expect(await simulate()).toMatchObject({ outcome: 'expired', url: null, status: null })
  })
})
