import { describe, expect, it } from 'vitest'
import { appsKey } from '#schemas/link-record.ts'
import {
  addBranded,
  addVerified,
  anotherKey,
  ask,
  expectError,
  prove,
  reserve,
  shorten,
  statuses,
  stores,
  useDomainBed,
  verify,
  visitAll,
} from '../../domains/domain-bed.ts'
import { eventually } from '../../stack/eventually.ts'

useDomainBed()

const fingerprint = Array(32).fill('aB').join(':')
const given = {
  ios: { app_ids: ['ABCDE12345.com.example.app'], store_url: 'https://apps.apple.com/app/id123456789' },
  android: { package_name: 'com.example.app', sha256_fingerprints: [fingerprint] },
}
const stored = {
  ios: given.ios,
  android: { ...given.android, sha256_fingerprints: [fingerprint.toUpperCase()], store_url: null },
}
const apple = '/.well-known/apple-app-site-association'
const android = '/.well-known/assetlinks.json'

type Reserved = Awaited<ReturnType<typeof reserve>>
const put = ({ id }: Reserved, app_links: unknown, as?: string) => ask('PUT', `/domains/${id}`, { app_links }, as)
const appIdsOn = async (host: string) =>
  (await visitAll(apple, host)).map(({ status, body }) =>
    status === 200 ? JSON.parse(body).applinks.details[0].appIDs : status,
  )

describe('the files of the apps of a domain', () => {
  it('are on its host only, by both transports, with the right type and without a redirect', async () => {
    const domain = await reserve({ app_links: given, not_found_url: 'https://example.com/lost' })
    expect(domain.app_links).toEqual(stored)
    for (const path of [apple, android]) {
      for (const seen of await visitAll(path, domain.domain)) {
        expect(seen.status).toBe(200)
        expect(seen.headers).toMatchObject({
          'content-type': 'application/json',
          'cache-control': 'public, max-age=300',
          'x-content-type-options': 'nosniff',
        })
        expect(seen.body).toContain(path === apple ? 'ABCDE12345.com.example.app' : fingerprint.toUpperCase())
      }
      const other = await reserve({ not_found_url: 'https://example.com/lost' })
      expect(await statuses(path, other.domain)).toEqual([404, 404])
      expect(await statuses(path, 'localhost:8080')).toEqual([404, 404])
      expect(await statuses(path, 'unknown.example')).toEqual([404, 404])
      expect(await statuses(path, `${domain.domain}:8080`)).toEqual([200, 200])
    }
    expect((await visitAll(`${apple}x`, domain.domain)).map(({ headers }) => headers.location)).toEqual([
      'https://example.com/lost',
      'https://example.com/lost',
    ])
  })

  it('change at once, and are gone with the apps and with the domain', async () => {
    const domain = await reserve()
    expect(await statuses(apple, domain.domain)).toEqual([404, 404])
    await put(domain, given)
    await eventually(async () => expect(await appIdsOn(domain.domain)).toEqual([given.ios.app_ids, given.ios.app_ids]))
    await put(domain, { ...given, ios: { app_ids: ['QRSTU12345.com.example.other'] } })
    await eventually(async () =>
      expect(await appIdsOn(domain.domain)).toEqual([
        ['QRSTU12345.com.example.other'],
        ['QRSTU12345.com.example.other'],
      ]),
    )
    expect((await ask('PUT', `/domains/${domain.id}`, { is_default: true })).json.data.app_links.android).toEqual(
      stored.android,
    )
    expect((await put(domain, null)).json.data.app_links).toBeNull()
    await eventually(async () => expect(await statuses(apple, domain.domain)).toEqual([404, 404]))
    await put(domain, given)
    await eventually(async () => expect(await statuses(android, domain.domain)).toEqual([200, 200]))
    expect((await ask('DELETE', `/domains/${domain.id}`)).status).toBe(200)
    await eventually(async () => expect(await statuses(android, domain.domain)).toEqual([404, 404]))
  })

  it('appear when a branded domain is verified', async () => {
    const domain = await addBranded({ app_links: given })
    expect(await statuses(apple, domain.domain)).toEqual([404, 404])
    prove(domain)
    expect((await verify(domain)).status).toBe('verified')
    await eventually(async () => expect(await statuses(apple, domain.domain)).toEqual([200, 200]))
  })

  it('are read from Postgres if Redis has lost them, and from Redis before Postgres', async () => {
    const domain = await reserve({ app_links: given })
    await stores.redis.del(appsKey(domain.domain))
    expect(await appIdsOn(domain.domain)).toEqual([given.ios.app_ids, given.ios.app_ids])
    await eventually(async () => expect(await stores.redis.exists(appsKey(domain.domain))).toBe(1))
    const other = await reserve({ app_links: given })
    const record = JSON.parse((await stores.redis.get(appsKey(other.domain))) ?? '')
    const ios = { app_ids: ['FGHIJ12345.only.in.redis'], store_url: null }
    await stores.redis.set(appsKey(other.domain), JSON.stringify({ ...record, ios }))
    expect(await appIdsOn(other.domain)).toEqual([ios.app_ids, ios.app_ids])
  })

  it('take no path from links, and are not previewed', async () => {
    const domain = await addVerified({ app_links: given })
    const alias = 'apple-app-site-association'
    await shorten({ url_type: 'branded', branded_domain: domain.domain, custom_alias: alias })
    expect(await statuses(`/${alias}`, domain.domain)).toEqual([302, 302])
    expect((await ask('POST', '/short-urls', { url: 'https://example.com', custom_alias: '.well-known' })).status).toBe(
      422,
    )
    expect(await statuses(`${apple}+`, domain.domain)).toEqual([404, 404])
  })
})

describe('the apps of a domain', () => {
  const short = fingerprint.slice(0, -3)
  it.each([
    [{ ios: { app_ids: ['com.example.app'] } }, 'app_links.ios.app_ids.0', 'team ID'],
    [{ ios: { app_ids: ['abcde12345.com.example.app'] } }, 'app_links.ios.app_ids.0', 'team ID'],
    [{ ios: { app_ids: ['ABCDE12345.com..app'] } }, 'app_links.ios.app_ids.0', 'bundle ID'],
    [{ ios: { app_ids: Array(21).fill('ABCDE12345.com.example.app') } }, 'app_links.ios.app_ids', ''],
    [{ ios: { store_url: 'itms-apps://apps.apple.com' } }, 'app_links.ios.store_url', 'http'],
    [{ ios: { store_url: 'javascript:alert(1)' } }, 'app_links.ios.store_url', 'http'],
    [{ ios: { store_url: 'http://localhost:8080/app' } }, 'app_links.ios.store_url', 'installation'],
    [{ android: { package_name: 'app' } }, 'app_links.android.package_name', 'application ID'],
    [{ android: { package_name: 'com.example;end' } }, 'app_links.android.package_name', 'application ID'],
    [{ android: { sha256_fingerprints: [fingerprint] } }, 'app_links.android.package_name', 'application ID'],
    [{ android: { ...given.android, sha256_fingerprints: [short] } }, 'app_links.android.sha256_fingerprints.0', '32'],
    [
      { android: { ...given.android, sha256_fingerprints: [fingerprint.replaceAll(':', '')] } },
      'app_links.android.sha256_fingerprints.0',
      'colons',
    ],
  ])('refuse %j, and stay as they are', async (app_links, field, words) => {
    const domain = await reserve({ app_links: given })
    const answer = await put(domain, app_links)
    expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
    expect(answer.json.error.details.errors[0]).toMatchObject({ field, message: expect.stringContaining(words) })
    expect((await ask('GET', `/domains/${domain.id}`)).json.data.app_links).toEqual(stored)
  })

  it.each([['text'], [{ windows: {} }], [{ ios: { app_ids: 'ABCDE12345.a' } }], [{ ios: [] }]])(
    'refuse the shape %j',
    async (app_links) => expect((await put(await reserve(), app_links)).status).toBe(400),
  )

  it('name each app once, and nothing is null', async () => {
    const twice = { ios: { app_ids: ['ABCDE12345.a', 'ABCDE12345.a'] }, android: {} }
    expect((await put(await reserve(), twice)).json.data.app_links).toEqual({
      ios: { app_ids: ['ABCDE12345.a'], store_url: null },
      android: null,
    })
    expect((await put(await reserve(), { ios: { app_ids: [] }, android: null })).json.data.app_links).toBeNull()
  })

  it('are changed by their account only', async () => {
    const domain = await reserve({ app_links: given })
    expect((await put(domain, null, await anotherKey())).status).toBe(404)
    expect((await ask('GET', `/domains/${domain.id}`)).json.data.app_links).toEqual(stored)
  })

  it('are complete after several changes at once, and the files agree', async () => {
    const domain = await reserve()
    const all = [1, 2, 3, 4, 5].map((digit) => ({
      ios: { app_ids: [`ABCDE1234${digit}.com.example.app`], store_url: null },
      android: { package_name: `com.example.app${digit}`, sha256_fingerprints: [], store_url: null },
    }))
    const answers = await Promise.all(all.map((apps) => put(domain, apps)))
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
    const { app_links } = (await ask('GET', `/domains/${domain.id}`)).json.data
    expect(all).toContainEqual(app_links)
    await eventually(async () =>
      expect(await appIdsOn(domain.domain)).toEqual([app_links.ios.app_ids, app_links.ios.app_ids]),
    )
  })
})
