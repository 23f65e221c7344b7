import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adviseOn } from '#schemas/read-only.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { makerFor } from '../../factories/objects.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

const changing = endpoints.filter(({ method, path }) => method === 'PUT' && path.includes('{'))

async function makeFor(path: string): Promise<string> {
  const make = makerFor(path)
  if (make === undefined) throw new Error(`no factory for ${path}`)
  return path.replace(/\{\w+\}/, await make(stores, account))
}

const put = (url: string, body: unknown) => api.request('PUT', url, { key, body })

async function read(url: string): Promise<Record<string, unknown>> {
  const tag = /^\/tags\/(.+)$/.exec(url)?.[1]
  // A tag is read in its list only.
  const { data } = (await api.request('GET', tag === undefined ? url : `/tags?search=${tag}`, { key })).json
  if (tag !== undefined) return data.find(({ name }: { name: string }) => name === tag)
  return data.qrCode ?? data.test ?? data
}

describe.each(changing)('PUT $path', ({ path, readOnly = {} }) => {
  it('accepts its record back unchanged', async () => {
    const url = await makeFor(path)
    const record = await read(url)
    expect(await put(url, record)).toMatchObject({ status: 200 })
    const { updated_at: _before, ...before } = record
    const { updated_at: _after, ...after } = await read(url)
    expect(after).toEqual(before)
  })

  const members = Object.entries(readOnly).map(([name, member = {}]) => ({
    name,
    moves: member.moves === true,
    member,
  }))

  it.each(members.filter(({ moves }) => moves))('ignores $name', async ({ name }) => {
    const url = await makeFor(path)
    const record = await read(url)
    expect((await put(url, { [name]: 'another value' })).status).toBe(200)
    expect(await read(url)).toEqual(record)
  })

  it.each(members.filter(({ moves }) => !moves))('rejects another value of $name', async ({ name, member }) => {
    const url = await makeFor(path)
    const record = await read(url)
    const change = path === '/domains/{id}' ? { is_default: true } : { name: 'Changed' }
    const { status, json } = await put(url, { ...change, [name]: 'another value' })
    const message = `\`${name}\` is read-only. ${adviseOn(member)}`.trim()
    expect([status, json.error]).toEqual([400, { code: 'BAD_REQUEST', message, details: name }])
    expect(await read(url)).toEqual(record)
  })
})

describe('PUT /short-urls/{id}', () => {
  it.each([
    ['utm', { utm_source: 'b' }],
    ['is_password_protected', true],
    ['status', 'disabled'],
    ['url_type', 'subdomain'],
    ['subdomain', 'zzz'],
  ])('rejects another value of %s', async (name, value) => {
    const url = await makeFor('/short-urls/{id}')
    const record = await read(url)
    expect((await put(url, { [name]: value })).json.error).toMatchObject({ code: 'BAD_REQUEST', details: name })
    expect(await read(url)).toEqual(record)
  })

  it('accepts a changed record twice, and the original record again', async () => {
    const url = await makeFor('/short-urls/{id}')
    const record = await read(url)
    for (const change of [{ is_active: false }, { archived: true }, { utm_source: 'b' }]) {
      for (const body of [
        { ...record, ...change },
        { ...record, ...change },
        { ...record, utm_source: null },
      ]) {
        expect(await put(url, body), JSON.stringify(change)).toMatchObject({ status: 200 })
      }
    }
    expect(await read(url)).toMatchObject({ status: 'active', utm: { utm_source: null } })
  })

  it('accepts the record of an imported link with a short slug and a start after its end', async () => {
    const url = await makeFor('/short-urls/{id}')
    const { id } = await read(url)
    await stores.sql`
      update links
      set code = 'Zq', is_custom_alias = true, starts_at = now() + '2 days', expires_at = now() + '1 day'
      where id = ${String(id)}`
    const record = await read(url)
    expect(await put(url, { ...record, name: 'Changed' })).toMatchObject({
      status: 200,
      json: { data: { custom_alias: 'Zq' } },
    })
    const refused = async (body: object) => (await put(url, body)).json.error.details.errors
    expect(await refused({ custom_alias: 'Zz' })).toEqual([
      { field: 'custom_alias', message: 'Must be at least 3 characters.' },
    ])
    expect(await refused({ starts_at: new Date(Date.now() + 3 * 86_400_000).toISOString() })).toEqual([
      { field: 'expires_at', message: 'Must be after the start date.' },
    ])
    expect((await put(url, { starts_at: null })).status).toBe(200)
  })

  it('rejects the removal of an alias, and accepts null for a link without one', async () => {
    const url = await makeFor('/short-urls/{id}')
    expect((await put(url, { custom_alias: null })).status).toBe(200)
    const alias = 'read-only-alias'
    expect((await put(url, { custom_alias: alias })).json.data.custom_alias).toBe(alias)
    expect((await put(url, { custom_alias: null })).json.error).toMatchObject({
      code: 'BAD_REQUEST',
      details: 'custom_alias',
    })
    expect((await read(url)).custom_alias).toBe(alias)
  })
})
