import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { account, anotherKey, api, create, expectError, get, key, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

describe('GET /short-urls/check-alias', () => {
  const check = (query: string, as = key) => get(`/short-urls/check-alias?${query}`, as)

  it('returns available: true for a free alias, with every field', async () => {
    const { status, json } = await check('alias=Quite-Free_1')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        available: true,
        alias: 'Quite-Free_1',
        url_type: 'standard',
        subdomain: null,
        branded_domain: null,
        full_url: 'http://localhost:8080/Quite-Free_1',
        message: expect.any(String),
      },
    })
  })

  it('is case-sensitive, and returns false for an alias taken by any account', async () => {
    await create({ custom_alias: 'TakenAlias' })
    expect((await check('alias=TakenAlias&url_type=standard')).json.data.available).toBe(false)
    expect((await check('alias=TakenAlias', await anotherKey())).json.data.available).toBe(false)
    expect((await check('alias=takenalias')).json.data.available).toBe(true)
  })

  it('returns available: false for a reserved word', async () => {
    expect((await check('alias=Admin')).json.data).toMatchObject({ available: false, alias: 'Admin' })
  })

  it('returns 400 BAD_REQUEST for a missing alias, subdomain or branded_domain, named in details', async () => {
    for (const [query, named] of [
      ['', 'alias'],
      ['alias=fine&url_type=subdomain', 'subdomain'],
      ['alias=fine&url_type=branded', 'branded_domain'],
      ['alias=fine&url_type=branded&branded_domain=', 'branded_domain'],
      ['alias=!&url_type=subdomain', 'subdomain'],
    ] as const) {
      expectError(await check(query), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
    }
  })

  it('returns 422 VALIDATION_ERROR with field and message for an invalid value', async () => {
    for (const [query, field] of [
      ['alias=ab', 'alias'],
      [`alias=${'a'.repeat(51)}`, 'alias'],
      ['alias=not%20so', 'alias'],
      ['alias=fine&url_type=vanity', 'url_type'],
    ] as const) {
      const details = { errors: [{ field, message: expect.any(String) }] }
      expectError(await check(query), { status: 422, code: 'VALIDATION_ERROR', details })
    }
  })

  it("returns 403 ACCESS_DENIED for another account's domain", async () => {
    for (const query of ['url_type=subdomain&subdomain=shop', 'url_type=branded&branded_domain=go.example']) {
      expectError(await check(`alias=fine&${query}`), { status: 403, code: 'ACCESS_DENIED' })
    }
  })

  it('subdomain: checks aliases on the subdomain', async () => {
    await stores.sql`
      insert into domains (id, account_id, type, host)
      values (${uuidv7()}, ${account.id}, 'subdomain', 'shop.localhost')`
    await create({ custom_alias: 'both-places' })
    expect((await check('alias=both-places&url_type=subdomain&subdomain=Shop')).json.data).toMatchObject({
      available: true,
      subdomain: 'shop',
      full_url: 'http://shop.localhost:8080/both-places',
    })
  })

  it.each(['abc', 'a'.repeat(50), 'A-Z_09', '---', '___', '123'])(
    'accepts 3 to 50 characters of a-z, A-Z, 0-9, _ and -: %s',
    async (alias) => {
      expect((await check(`alias=${alias}`)).json.data).toMatchObject({ available: true, alias })
    },
  )

  it.each(['ab', 'a'.repeat(51), 'a b c', 'a.bc', 'a/bc', 'äbc', 'abc\n', 'abc\u0000', '%61bc', ''])(
    'rejects %j',
    async (alias) => {
      expectError(await check(`alias=${encodeURIComponent(alias)}`), { status: 422, code: 'VALIDATION_ERROR' })
    },
  )

  it('url_type is standard by default, with null for the other domains', async () => {
    const standard = { url_type: 'standard', subdomain: null, branded_domain: null }
    expect((await check('alias=fine')).json.data).toMatchObject(standard)
    expect((await check('alias=fine&url_type=standard')).json.data).toMatchObject(standard)
    expect((await check('alias=fine&urlType=standard&subdomain=ignored')).json.data).toMatchObject(standard)
  })

  it('branded_domain: checks aliases on the branded domain', async () => {
    await stores.sql`
      insert into domains (id, account_id, type, host, verified_at)
      values (${uuidv7()}, ${account.id}, 'branded', 'go.brand.example', now())`
    const place = { url_type: 'branded', branded_domain: 'go.brand.example' }
    const link = await create({ custom_alias: 'branded-one', ...place })
    const query = 'url_type=branded&branded_domain=GO.brand.example.'
    expect((await check(`alias=branded-one&${query}`)).json.data).toMatchObject({ available: false, ...place })
    expect((await check(`alias=branded-two&${query}`)).json.data).toMatchObject({ available: true, subdomain: null })
    expect((await check(`alias=branded-one&${query}`)).json.data.full_url).toBe(link.short_url)
    expect((await check('alias=branded-one')).json.data.available).toBe(true)
  })

  it('returns 401 UNAUTHORIZED without a key', async () => {
    expectError(await api.request('GET', '/short-urls/check-alias?alias=fine'), { status: 401, code: 'UNAUTHORIZED' })
  })
})
