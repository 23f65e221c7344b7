import { describe, expect, it } from 'vitest'
import { uuidv7 } from '../../runtime/uuid.ts'
import { account, anotherKey, create, expectError, get, key, stores, useShortUrls } from './short-urls.fixture.ts'

useShortUrls()

describe('GET /short-urls/check-alias', () => {
  const check = (query: string, as = key) => get(`/short-urls/check-alias?${query}`, as)

  it('says that an alias is free', async () => {
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

  it('says that an alias is taken, with regard to case', async () => {
    await create({ custom_alias: 'TakenAlias' })
    expect((await check('alias=TakenAlias&url_type=standard')).json.data.available).toBe(false)
    expect((await check('alias=TakenAlias', await anotherKey())).json.data.available).toBe(false)
    expect((await check('alias=takenalias')).json.data.available).toBe(true)
  })

  it('says that a reserved word is not available', async () => {
    expect((await check('alias=Admin')).json.data).toMatchObject({ available: false, alias: 'Admin' })
  })

  it('refuses a missing alias, subdomain or branded_domain with 400 BAD_REQUEST', async () => {
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

  it('refuses what breaks a rule with 422 VALIDATION_ERROR', async () => {
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

  it('refuses a domain that is not the own with 403 ACCESS_DENIED', async () => {
    for (const query of ['url_type=subdomain&subdomain=shop', 'url_type=branded&branded_domain=go.example']) {
      expectError(await check(`alias=fine&${query}`), { status: 403, code: 'ACCESS_DENIED' })
    }
  })

  it('looks within the own domain', async () => {
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
})
