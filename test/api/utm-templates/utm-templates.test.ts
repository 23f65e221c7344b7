import { describe, expect, it } from 'vitest'
import { insertKey } from '#model/accounts/keys.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type Permission, permissions } from '#schemas/permissions.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { account, api, expectError, key, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

const ask = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, path, { key: as, ...(body !== undefined && { body }) })
const root = '/utm-templates'
const at = (id: string) => `${root}/${id}`
const newsletter = { name: 'Newsletter', utm_source: 'newsletter', utm_medium: 'email' }
const unset = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }
const create = async (body: object) => {
  const { status, json } = await ask('POST', root, body)
  expect([status, json.error]).toEqual([201, undefined])
  return json.data
}
const list = async (query = '') => (await ask('GET', `${root}?${query}`)).json
const keyFor = async (limits: { permissions: Permission[]; domain_ids?: string[] }) =>
  (await insertKey(stores.sql, { account_id: account.id, name: 'Limited', ...limits })).key
const mostTemplates = 200
const fill = (count: number) => stores.sql`
  insert into utm_templates (id, account_id, name, utm_source)
  select gen_random_uuid(), ${account.id}, 'Template ' || number, 'x' from generate_series(1, ${count}::int) as number`

const wrong: [string, unknown, number, string][] = [
  ['without a name', { utm_source: 'x' }, 400, 'BAD_REQUEST'],
  ['with a name of spaces', { ...newsletter, name: '   ' }, 422, 'VALIDATION_ERROR'],
  ['with a long name', { ...newsletter, name: 'x'.repeat(101) }, 422, 'VALIDATION_ERROR'],
  ['without parameters', { name: 'Empty' }, 422, 'VALIDATION_ERROR'],
  ['with blank parameters', { name: 'Empty', utm_source: ' ', utm_term: null }, 422, 'VALIDATION_ERROR'],
  ['with a long parameter', { ...newsletter, utm_term: 'x'.repeat(201) }, 422, 'VALIDATION_ERROR'],
  ['with U+0000', { ...newsletter, utm_term: 'a\u0000b' }, 422, 'VALIDATION_ERROR'],
  ['with a number', { ...newsletter, utm_term: 5 }, 400, 'BAD_REQUEST'],
  ['with an unknown member', { ...newsletter, utm_id: 'x' }, 400, 'BAD_REQUEST'],
]

describe('POST /utm-templates', () => {
  it('creates a template, trims its texts, and returns it', async () => {
    const created = await create({
      name: '  Newsletter ',
      utm_source: ' newsletter ',
      utm_medium: 'email',
      utm_term: '',
    })
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...unset,
      ...newsletter,
      created_at: expect.stringMatching(/Z$/),
      updated_at: created.created_at,
    })
    expect((await ask('GET', at(created.id))).json.data).toEqual(created)
  })

  it('creates a name once, also in concurrent requests, whatever the case', async () => {
    const answers = await Promise.all(
      ['One', 'one', 'ONE', 'oNe'].map((name) => ask('POST', root, { ...newsletter, name })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.json.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('this name') })
    expect((await list()).pagination.total).toBe(1)
  })

  it.each(wrong)('rejects a template %s', async (_what, body, status, code) => {
    expectError(await ask('POST', root, body), { status, code })
    expect((await list()).data).toEqual([])
  })

  it('has a limit, also for concurrent requests', async () => {
    await fill(mostTemplates - 1)
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ask('POST', root, { ...newsletter, name })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.json.error.details).toEqual({ limit: mostTemplates })
    const [{ id } = { id: '' }] = (await list('search=Template')).data
    expect((await ask('PUT', at(id), { utm_source: 'y' })).status).toBe(200)
    expect((await ask('DELETE', at(id))).status).toBe(200)
    await create({ ...newsletter, name: 'e' })
  })
})

describe('GET /utm-templates', () => {
  it('lists the templates by name, in pages, and finds them by a part of it', async () => {
    for (const name of ['beta', 'Alpha', 'gamma_mail']) await create({ ...newsletter, name })
    const names = async (query?: string) => (await list(query)).data.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Alpha', 'beta', 'gamma_mail'])
    expect(await names('search=A_M')).toEqual(['gamma_mail'])
    expect(await names('search=%25')).toEqual([])
    const page = await list('limit=2&page=2')
    expect([page.data.length, page.pagination]).toMatchObject([1, { total: 3, total_pages: 2, has_more: false }])
    expectError(await ask('GET', `${root}?limit=0`), { status: 400, code: 'BAD_REQUEST' })
  })
})

describe('PUT /utm-templates/{id}', () => {
  it('changes only what is sent, and removes a parameter with null', async () => {
    const before = await create({ ...newsletter, utm_term: 'shoes' })
    const { status, json } = await ask('PUT', at(before.id), { utm_medium: null, utm_content: 'footer' })
    expect(status).toBe(200)
    expect(json.data).toEqual({ ...before, utm_medium: null, utm_content: 'footer', updated_at: json.data.updated_at })
    expect(json.data.updated_at > before.updated_at).toBe(true)
    expect((await ask('GET', at(before.id))).json.data).toEqual(json.data)
  })

  it('renames it, also in case alone, but not to the name of another', async () => {
    const [one, two] = [await create(newsletter), await create({ ...newsletter, name: 'Ads' })]
    expect((await ask('PUT', at(one.id), { name: 'NEWSLETTER' })).json.data.name).toBe('NEWSLETTER')
    expectError(await ask('PUT', at(two.id), { name: 'newsletter' }), { status: 409, code: 'CONFLICT' })
    const answers = await Promise.all([one, two].map(({ id }) => ask('PUT', at(id), { name: 'Both' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('never leaves a template without parameters, also in concurrent requests', async () => {
    const { id } = await create(newsletter)
    expectError(await ask('PUT', at(id), { utm_source: null, utm_medium: '' }), {
      status: 422,
      code: 'VALIDATION_ERROR',
    })
    const answers = await Promise.all([
      ask('PUT', at(id), { utm_source: null }),
      ask('PUT', at(id), { utm_medium: null }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const { utm_source, utm_medium } = (await ask('GET', at(id))).json.data
    expect([utm_source, utm_medium].filter((value) => value !== null)).toHaveLength(1)
  })

  it.each(wrong.filter(([what]) => !what.startsWith('without')))('rejects a change %s', async (_what, body, status) => {
    const before = await create({ ...newsletter, name: 'Before' })
    const change = { ...unset, ...(body as object) }
    expect((await ask('PUT', at(before.id), change)).status).toBe(status)
    expect((await ask('GET', at(before.id))).json.data).toEqual(before)
  })

  it('returns 404 for a template that is deleted meanwhile', async () => {
    const { id } = await create(newsletter)
    const [deleted, changed] = await Promise.all([ask('DELETE', at(id)), ask('PUT', at(id), { utm_term: 'x' })])
    expect(deleted.status).toBe(200)
    expect([200, 404]).toContain(changed.status)
    expectError(await ask('GET', at(id)), { status: 404, code: 'NOT_FOUND' })
  })
})

describe('DELETE /utm-templates/{id}', () => {
  it('deletes it once', async () => {
    const { id } = await create(newsletter)
    const answers = await Promise.all([ask('DELETE', at(id)), ask('DELETE', at(id))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    await create(newsletter)
  })
})

describe('access', () => {
  it('shows an account its own templates only, which can have the same names', async () => {
    const { id } = await create(newsletter)
    const stranger = (await createKey(stores.sql, await createAccount(stores.sql))).key
    for (const [method, body] of [['GET'], ['PUT', { utm_term: 'x' }], ['DELETE']] as const) {
      expectError(await ask(method, at(id), body, stranger), { status: 404, code: 'NOT_FOUND' })
    }
    expect((await ask('GET', root, undefined, stranger)).json.data).toEqual([])
    expect((await ask('POST', root, newsletter, stranger)).status).toBe(201)
    expect((await list()).data).toMatchObject([newsletter])
  })

  it('follows the permissions of a key', async () => {
    const { id } = await create(newsletter)
    const reader = await keyFor({ permissions: ['read'] })
    expect((await ask('GET', at(id), undefined, reader)).status).toBe(200)
    const writer = await keyFor({ permissions: ['read', 'write'] })
    for (const [method, path, body, as] of [
      ['POST', root, { ...newsletter, name: 'x' }, reader],
      ['PUT', at(id), { utm_term: 'x' }, reader],
      ['DELETE', at(id), undefined, reader],
      ['DELETE', at(id), undefined, writer],
    ] as const) {
      expectError(await ask(method, path, body, as), { status: 403, code: 'FORBIDDEN' })
    }
    expect((await list()).data).toMatchObject([newsletter])
  })

  it('lets a key that is restricted to domains only read them', async () => {
    const { id } = await create(newsletter)
    const bound = await keyFor({ permissions: [...permissions], domain_ids: [uuidv7()] })
    expect((await ask('GET', root, undefined, bound)).json.data).toMatchObject([newsletter])
    for (const [method, path, body] of [
      ['POST', root, { ...newsletter, name: 'x' }],
      ['PUT', at(id), { utm_term: 'x' }],
      ['DELETE', at(id)],
    ] as const) {
      expectError(await ask(method, path, body, bound), { status: 403, code: 'FORBIDDEN' })
    }
    expect((await list()).data).toMatchObject([newsletter])
  })
})
