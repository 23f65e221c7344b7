import { describe, expect, it } from 'vitest'
import { createDelivery } from '../../factories/webhooks.ts'
import {
  account,
  anotherKey,
  api,
  ask,
  create,
  expectError,
  key,
  plain,
  stores,
  useWebhooks,
} from '../support/webhooks.ts'

useWebhooks()

const nothing = { url_ids: null, campaign_ids: null, tags: null, qr_code_ids: null, domains: null }
const everyWebhook = async () => await stores.sql`select * from webhooks where account_id = ${account.id} order by id`

describe('POST /webhooks', () => {
  it('returns 201 with the webhook and, only once, its secret', async () => {
    const created = await create({ name: 'CRM', filters: { tags: ['a', 'a'], url_ids: null } })
    const record = {
      id: created.id,
      name: 'CRM',
      ...plain,
      filters: { ...nothing, tags: ['a'] },
      include_bots: false,
      delivery_mode: 'single',
      is_active: true,
      disabled_reason: null,
      failing_since: null,
      paused_until: null,
      last_delivery: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    }
    expect(created).toEqual({ ...record, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
    expect((await ask('GET', `/webhooks/${created.id}`)).json.data).toEqual(record)
    expect((await ask('GET', '/webhooks')).json.data).toEqual([record])
  })

  it.each([
    ['http://hooks.example.com/', 'url'],
    ['https://10.0.0.1/', 'url'],
    ['https://169.254.169.254/latest', 'url'],
    ['https://[::1]/', 'url'],
    ['https://[::ffff:7f00:1]/', 'url'],
    ['https://0x7f000001/', 'url'],
    ['https://localhost/', 'url'],
    ['https://metadata.google.internal/', 'url'],
    ['https://user:pass@hooks.example.com/', 'url'],
    ['javascript:alert(1)', 'url'],
    ['nonsense', 'url'],
  ])('returns 422 VALIDATION_ERROR for the URL %s', async (url, field) => {
    const refused = await ask('POST', '/webhooks', { ...plain, url })
    expectError(refused, { status: 422, code: 'VALIDATION_ERROR' })
    expect(refused.json.error.details.errors).toMatchObject([{ field }])
    expect(await everyWebhook()).toEqual([])
  })

  it.each([
    [{ ...plain, events: [] }, 422],
    [{ ...plain, events: ['url.invented'] }, 422],
    [{ ...plain, delivery_mode: 'batch' }, 422],
    [{ ...plain, filters: { url_ids: ['x'] } }, 422],
    [{ ...plain, filters: { tags: [] } }, 422],
    [{ ...plain, name: 'x'.repeat(256) }, 422],
    [{ url: plain.url }, 400],
    [{ events: plain.events }, 400],
    [{ ...plain, events: 'url.created' }, 400],
    [{ ...plain, filters: { colour: ['red'] } }, 400],
    [{ ...plain, is_active: 'yes' }, 400],
  ])('rejects %j', async (body, status) => {
    expect((await ask('POST', '/webhooks', body)).status).toBe(status)
    expect(await everyWebhook()).toEqual([])
  })

  it('webhooks created at the same time are listed in the order in which they were created', async () => {
    await Promise.all(Array.from({ length: 20 }, () => create()))
    const ids = (await ask('GET', '/webhooks?limit=100')).json.data.map(({ id }: { id: string }) => id)
    // The ids are made under the lock of the account, so they ascend.
    expect(ids).toEqual(ids.toSorted().reverse())
  })

  it('returns 409 CONFLICT above 50 webhooks, also on concurrent requests', async () => {
    for (let index = 0; index < 49; index += 1) await create()
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '/webhooks', plain)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await everyWebhook()).toHaveLength(50)
  })

  it('repeats the secret for the same Idempotency-Key, and stores it in plain text only in its row', async () => {
    const options = { key, body: plain, headers: { 'idempotency-key': 'once' } }
    const [first, second] = [
      await api.request('POST', '/webhooks', options),
      await api.request('POST', '/webhooks', options),
    ]
    expect(second.json).toEqual(first.json)
    expect(await everyWebhook()).toHaveLength(1)
    const [kept] = await stores.sql`select t::text as row from idempotency_keys t where account_id = ${account.id}`
    expect(kept?.['row']).not.toContain(first.json.data.secret)
  })
})

describe('PUT /webhooks/{id}', () => {
  it('changes only the given fields', async () => {
    const { secret: _, ...before } = await create({ name: 'CRM', filters: { tags: ['a'] } })
    const changed = await ask('PATCH', `/webhooks/${before.id}`, { events: ['qr.created'], include_bots: true })
    const after = { ...before, events: ['qr.created'], include_bots: true, updated_at: expect.any(String) }
    expect(changed.json.data).toEqual(after)
    expect((await ask('PUT', `/webhooks/${before.id}`, changed.json.data)).json.data).toEqual(after)
    expect((await ask('PUT', `/webhooks/${before.id}`, {})).json.data).toEqual(after)
    const filtered = await ask('PUT', `/webhooks/${before.id}`, {
      filters: { domains: ['GO.example.com'] },
      name: null,
    })
    expect(filtered.json.data).toMatchObject({ name: null, filters: { ...nothing, domains: ['go.example.com'] } })
  })

  it('another URL has to accept an event first, unlike the same one sent again', async () => {
    const { id, url } = await create()
    const hasSucceeded = async () => (await stores.sql`select has_succeeded from webhooks where id = ${id}`)[0]
    await stores.sql`update webhooks set has_succeeded = true where id = ${id}`
    await ask('PUT', `/webhooks/${id}`, { url, name: 'Same' })
    expect(await hasSucceeded()).toEqual({ has_succeeded: true })
    await ask('PUT', `/webhooks/${id}`, { url: `${url}/other` })
    expect(await hasSucceeded()).toEqual({ has_succeeded: false })
  })

  it('is_active: true resets failures', async () => {
    const { id } = await create()
    await stores.sql`
      update webhooks set is_active = false, disabled_reason = 'gone', failing_since = now(), failures_in_a_row = 9,
        paused_until = now() + interval '1 hour'
      where id = ${id}`
    const disabled = { is_active: false, disabled_reason: 'gone', failing_since: expect.any(String) }
    expect((await ask('GET', `/webhooks/${id}`)).json.data).toMatchObject(disabled)
    const anew = { is_active: true, disabled_reason: null, failing_since: null, paused_until: null }
    expect((await ask('PUT', `/webhooks/${id}`, { is_active: true })).json.data).toMatchObject(anew)
  })

  it.each([true, false])(
    'a webhook that is sent back as it was read keeps its health, with is_active: %s',
    async (is_active) => {
      const { id } = await create()
      await stores.sql`
      update webhooks set is_active = ${is_active}, disabled_reason = ${is_active ? null : 'failing'},
        failing_since = now(), failures_in_a_row = 9, paused_until = now() + interval '1 hour', has_succeeded = true
      where id = ${id}`
      const { data } = (await ask('GET', `/webhooks/${id}`)).json
      const health = async () =>
        await stores.sql`
        select disabled_reason, failing_since, failures_in_a_row, paused_until, has_succeeded from webhooks where id = ${id}`
      const before = await health()
      expect((await ask('PUT', `/webhooks/${id}`, data)).json.data).toEqual({ ...data, updated_at: expect.any(String) })
      expect((await ask('PUT', `/webhooks/${id}`, { is_active, url: data.url, name: 'CRM' })).status).toBe(200)
      expect(await health()).toEqual(before)
      await ask('PUT', `/webhooks/${id}`, { url: `${data.url}/other` })
      expect(await health()).toEqual([
        { disabled_reason: null, failing_since: null, failures_in_a_row: 0, paused_until: null, has_succeeded: false },
      ])
    },
  )

  it('rejects a URL that POST rejects, and another account', async () => {
    const { id } = await create()
    const before = await everyWebhook()
    expectError(await ask('PUT', `/webhooks/${id}`, { url: 'https://127.0.0.1/' }), {
      status: 422,
      code: 'VALIDATION_ERROR',
    })
    const stranger = await anotherKey()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { name: 'mine' }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
      ['POST', '/rotate-secret', undefined],
      ['GET', '/deliveries', undefined],
    ] as const) {
      expectError(await ask(method, `/webhooks/${id}${path}`, body, stranger), { status: 404, code: 'NOT_FOUND' })
    }
    expect(await everyWebhook()).toEqual(before)
  })

  it('two concurrent changes both take effect', async () => {
    const { id } = await create()
    await Promise.all([
      ask('PUT', `/webhooks/${id}`, { name: 'one' }),
      ask('PUT', `/webhooks/${id}`, { include_bots: true }),
    ])
    expect((await ask('GET', `/webhooks/${id}`)).json.data).toMatchObject({ name: 'one', include_bots: true })
  })
})

describe('a webhook', () => {
  it('DELETE deletes its deliveries', async () => {
    const { id } = await create()
    await createDelivery(stores.sql, account, id)
    expect((await ask('DELETE', `/webhooks/${id}`)).status).toBe(200)
    expectError(await ask('DELETE', `/webhooks/${id}`), { status: 404, code: 'NOT_FOUND' })
    expect(await stores.sql`select from webhook_deliveries where webhook_id = ${id}`).toHaveLength(0)
  })

  it('last_delivery is its newest delivery, in any state', async () => {
    const [{ id }, other] = [await create(), await create()]
    await createDelivery(stores.sql, account, id)
    const { data: test } = (await ask('POST', `/webhooks/${id}/test`)).json
    const last = { id: test.id, event: 'webhook.test', status: 'pending', response_status: null }
    const { created_at } = test
    expect((await ask('GET', `/webhooks/${id}`)).json.data.last_delivery).toEqual({ ...last, created_at })
    const listed = (await ask('GET', '/webhooks')).json.data
    expect(listed).toMatchObject([
      { id: other.id, last_delivery: null },
      { id, last_delivery: last },
    ])
    expect((await ask('PUT', `/webhooks/${id}`, listed[1])).json.data.last_delivery).toMatchObject(last)
  })

  it('is hidden from keys limited to domains, since it receives events of all domains', async () => {
    const { id } = await create()
    const limits = { name: 'Bound', permissions: ['read', 'write', 'delete'], domain_ids: ['standard'] }
    const bound = (await ask('POST', '/api-keys', limits)).json.data.key
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['GET', `/${id}/deliveries`],
    ] as const) {
      expectError(await ask(method, `/webhooks${path}`, undefined, bound), { status: 403, code: 'FORBIDDEN' })
    }
    expectError(await ask('POST', '/webhooks', plain, bound), { status: 403, code: 'FORBIDDEN' })
    expect((await ask('GET', '/webhooks', undefined, bound)).json.data).toEqual([])
  })
})

describe('GET /webhooks/events', () => {
  it('lists every event with a description, and OpenAPI has a payload for each', async () => {
    const { json } = await ask('GET', '/webhooks/events')
    const types = json.data.map(({ type }: { type: string }) => type)
    expect(types).toEqual(expect.arrayContaining(['url.clicked', 'qr.scanned', 'url.created', 'webhook.test']))
    for (const { type, description } of json.data) expect(description).not.toBe(type)
    const { webhooks } = (await (await fetch(`${api.url}/api/v1/openapi.json`)).json()) as {
      webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: object } } } } }>
    }
    expect(Object.keys(webhooks)).toEqual(types)
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { schema } = post.requestBody.content['application/json']
      expect(schema).toMatchObject({
        properties: { type: { const: type }, id: {}, created_at: {}, api_version: { const: 'v1' }, data: {} },
        required: ['id', 'type', 'created_at', 'api_version', 'data'],
      })
    }
  })
})
