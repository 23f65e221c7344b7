import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteLink } from '#model/links/delete-link.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { conversion as contract } from '#schemas/conversions.ts'
import { createAccount } from '../../factories/account.ts'
import { createExperiment, type MadeExperiment } from '../../factories/experiments.ts'
import { createKey } from '../../factories/key.ts'
import { createWebhook } from '../../factories/webhooks.ts'
import { tokenOf } from '../support/conversions.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let test: MadeExperiment

beforeAll(async () => {
  reports = await openReports()
  test = await createExperiment(reports.stores, reports.account, { status: 'running', conversions_enabled: true })
})
afterAll(() => reports.close())

const post = (body: unknown, key = reports.key, headers: Record<string, string> = {}) =>
  reports.api.request('POST', '/conversions', { key, body, headers })
const countOf = async (id = test.id) => (await reports.stores.sql`select from conversions where test_id = ${id}`).count

describe('POST /conversions', () => {
  it('records an event for the variant and the click in the token', async () => {
    const click_id = uuidv7()
    const told = { event_name: 'purchase', value: 49.9, currency: 'eur', external_id: 'order-1' }
    const { status, json } = await post({ click_id: tokenOf(test, 1, click_id), ...told })
    expect(status).toBe(201)
    expect(contract.parse(json.data)).toEqual(json.data)
    expect(json).toEqual({
      success: true,
      data: {
        id: expect.any(String),
        click_id,
        test_id: test.id,
        variant_id: test.variant_ids[1],
        short_url_id: test.link_id,
        qr_code_id: null,
        ...told,
        currency: 'EUR',
        created_at: expect.any(String),
      },
    })
  })

  it('needs only the token, which records a conversion without a value', async () => {
    const { status, json } = await post({ click_id: tokenOf(test) })
    expect(status).toBe(201)
    expect(json.data).toMatchObject({
      event_name: 'conversion',
      variant_id: test.variant_ids[0],
      value: null,
      currency: null,
      external_id: null,
    })
  })

  it('records an event of a click once, and then returns 200 with the first record', async () => {
    const click_id = tokenOf(test)
    const first = await post({ click_id, event_name: 'signup', value: 1 })
    const again = await post({ click_id, event_name: 'signup', value: 2 })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.json.data).toEqual(first.json.data)
    expect((await post({ click_id, event_name: 'purchase' })).status).toBe(201)
  })

  it('records an external id once in an account, for any click', async () => {
    const first = await post({ click_id: tokenOf(test), external_id: 'order-2' })
    const again = await post({ click_id: tokenOf(test), external_id: 'order-2', event_name: 'other' })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.json.data).toEqual(first.json.data)
    const other = await createAccount(reports.stores.sql)
    const theirs = await createExperiment(reports.stores, other, { status: 'running' })
    const { key } = await createKey(reports.stores.sql, other)
    expect((await post({ click_id: tokenOf(theirs), external_id: 'order-2' }, key)).status).toBe(201)
  })

  it('records one of many concurrent requests', async () => {
    const before = await countOf()
    const click_id = tokenOf(test)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => post({ click_id, external_id: index % 2 === 0 ? 'order-3' : null })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201])
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1)
    expect(await countOf()).toBe(before + 1)
  })

  it('replays the response for an Idempotency-Key', async () => {
    const body = { click_id: tokenOf(test) }
    const headers = { 'idempotency-key': 'conversion-1' }
    const first = await post(body, reports.key, headers)
    const again = await post(body, reports.key, headers)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('accepts conversions of a paused test, and returns 409 for a completed one', async () => {
    const paused = await createExperiment(reports.stores, reports.account, { status: 'paused' })
    const click_id = tokenOf(paused)
    expect((await post({ click_id })).status).toBe(201)
    await reports.stores.sql`update ab_tests set status = 'completed', secret = null where id = ${paused.id}`
    const refused = await post({ click_id: tokenOf(paused) })
    expectError(refused, { status: 409, code: 'CONFLICT' })
    expect(refused.json.error.details).toEqual({ status: 'completed', allowed: ['running', 'paused'] })
    expect(await countOf(paused.id)).toBe(1)
  })
})

describe('an invalid token', () => {
  const forged = () => {
    const token = tokenOf(test)
    return `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  }

  it('returns 404 if it is forged or belongs to no test, no variant or another account, and records nothing', async () => {
    const before = await countOf()
    const foreign = await createExperiment(reports.stores, await createAccount(reports.stores.sql), {
      status: 'running',
    })
    const nowhere = { ...test, id: uuidv7() }
    const otherSecret = { ...test, secret: foreign.secret }
    const tokens = [forged(), tokenOf(foreign), tokenOf(nowhere), tokenOf(otherSecret), tokenOf(test, 2)]
    for (const click_id of tokens) {
      expectError(await post({ click_id }), { status: 404, code: 'NOT_FOUND' })
    }
    expect(await countOf()).toBe(before)
    expect(await countOf(foreign.id)).toBe(0)
  })

  it.each([
    ['is not a token', { click_id: uuidv7() }, 'click_id'],
    ['has another length', { click_id: 'A'.repeat(63) }, 'click_id'],
    ['ends with a line break', { click_id: `${'A'.repeat(64)}\n` }, 'click_id'],
    ['is SQL', { click_id: `'; drop table conversions; --` }, 'click_id'],
    ['comes with an empty event', { event_name: '' }, 'event_name'],
    ['comes with an event too long', { event_name: 'e'.repeat(101) }, 'event_name'],
    ['comes with an event that has U+0000', { event_name: 'a\u0000' }, 'event_name'],
    ['comes with a negative value', { value: -0.01 }, 'value'],
    ['comes with a value that is too large', { value: 1e300 }, 'value'],
    ['comes with an invalid currency', { currency: 'EURO' }, 'currency'],
    ['comes with an empty external id', { external_id: '' }, 'external_id'],
  ])('returns 422 if it %s', async (_, body, field) => {
    const answer = await post({ click_id: tokenOf(test), ...body })
    expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
    expect(answer.json.error.details.errors[0].field).toBe(field)
  })

  it.each([
    ['is missing', { click_id: undefined }],
    ['is a number', { click_id: 7 }],
    ['comes with a value in words', { value: 'ten' }],
    ['comes with an unknown field', { variant_id: uuidv7() }],
  ])('returns 400 if it %s', async (_, body) => {
    expectError(await post({ click_id: tokenOf(test), ...body }), { status: 400, code: 'BAD_REQUEST' })
  })

  it('returns 401 without a key, and 403 for a key without the write permission', async () => {
    const body = { click_id: tokenOf(test) }
    expectError(await reports.api.request('POST', '/conversions', { body }), { status: 401, code: 'UNAUTHORIZED' })
    const { key } = await createKey(reports.stores.sql, reports.account, ['read', 'analytics'])
    expectError(await post(body, key), { status: 403, code: 'FORBIDDEN' })
  })
})

describe('conversion.recorded', () => {
  it('is sent once for each conversion', async () => {
    const { sql } = reports.stores
    const { id } = await createWebhook(sql, reports.account, { events: ['conversion.recorded'] })
    const click_id = tokenOf(test)
    const { json } = await post({ click_id, value: 3 })
    await post({ click_id, value: 4 })
    const messages = await sql`
      select webhook_messages.data
      from webhook_messages
      join webhook_deliveries on webhook_deliveries.message_id = webhook_messages.id
      where webhook_deliveries.webhook_id = ${id}`
    expect(messages.map(({ data }) => data)).toEqual([json.data])
    await sql`delete from webhooks where id = ${id}`
  })
})

describe('conversions are deleted', () => {
  it('with the short URL of their test', async () => {
    const { stores, account } = reports
    const gone = await createExperiment(stores, account, { status: 'running' })
    const click_id = tokenOf(gone)
    expect((await post({ click_id })).status).toBe(201)
    await deleteLink(stores, account.id, gone.link_id)
    expect(await countOf(gone.id)).toBe(0)
    expectError(await post({ click_id: tokenOf(gone) }), { status: 409, code: 'CONFLICT' })
  })

  it('with the short URL, even if recorded while it is being deleted', async () => {
    const { stores, account } = reports
    for (let round = 0; round < 5; round++) {
      const gone = await createExperiment(stores, account, { status: 'running' })
      const [, ...answers] = await Promise.all([
        deleteLink(stores, account.id, gone.link_id),
        ...Array.from({ length: 6 }, () => post({ click_id: tokenOf(gone) })),
      ])
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
      expect(await countOf(gone.id)).toBe(0)
    }
  })

  it('with their test', async () => {
    const gone = await createExperiment(reports.stores, reports.account, { status: 'paused' })
    await post({ click_id: tokenOf(gone) })
    const answer = await reports.api.request('DELETE', `/url-ab-tests/${gone.id}`, { key: reports.key })
    expect(answer.status).toBe(200)
    expect(await countOf(gone.id)).toBe(0)
  })
})
