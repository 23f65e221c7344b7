import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { Blocklist, blocklistOf, startBlocklist } from '#model/safety/blocklist.ts'
import { entries, rollBack } from '../support/history.ts'
import { importFile, itemsOf } from '../support/imports.ts'
import { inDays } from '../support/schedules.ts'
import { api, create, expectError, get, key, post, put, read, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

let list: Blocklist
beforeAll(async () => {
  const config = Object.assign(stores.config, {
    BLOCKLIST: join(stores.config.DATA_DIR, 'blocklist.txt'),
    BLOCKLIST_EXCEPT: ['good.evil.example'],
  })
  await writeFile(config.BLOCKLIST, '# A list\n0.0.0.0 evil.example\nworse.example\n203.0.113.7\n')
  list = await startBlocklist({ sql: stores.sql, log: stores.log, config, lifecycle: { onStop: () => undefined } })
  await list.stop()
})

const evil = 'https://www.evil.example/login'
const rule = { conditions: [{ type: 'country', operator: 'in', value: ['DE'] }], destination_url: evil }
const ask = (method: string, path: string, body?: unknown) => api.request(method, path, { key, body })

describe('a destination on the blocklist', () => {
  it.each([
    ['url', { url: evil }],
    ['url', { url: 'https://EVIL.example.:8443/' }],
    ['url', { url: 'http://0xcb.0.113.7/' }],
    ['expired_url', { expired_url: 'https://worse.example/' }],
    ['ios_url', { ios_url: evil }],
    ['android_url', { android_url: evil }],
    ['fallback_url', { fallback_url: evil }],
    ['targeting_rules.0.destination_url', { targeting_rules: [rule] }],
    ['schedules.0.changes.url', { schedules: [{ at: inDays(1), changes: { url: evil } }] }],
    [
      'schedules.0.changes.targeting_rules.0.destination_url',
      { schedules: [{ at: inDays(1), changes: { targeting_rules: [rule] } }] },
    ],
  ])('is refused as %s of a new short URL and of an update, which change nothing', async (field, body) => {
    const before = (await get('/short-urls?status=all')).json.pagination.total
    const created = await post({ url: 'https://example.com/', ...body })
    expectError(created, { status: 422, code: 'VALIDATION_ERROR' })
    expect(created.json.error.message).toMatch(
      new RegExp(`^\`${field}\` must not be on (evil.example|worse.example|203.0.113.7), which the operator`),
    )
    expect((await get('/short-urls?status=all')).json.pagination.total).toBe(before)
    const link = await create()
    expectError(await put(link.id, body), { status: 422, code: 'VALIDATION_ERROR' })
    expect(await read(link.id)).toEqual(link)
  })

  it('is allowed next to the list: other hosts, exceptions, and parts of names', async () => {
    for (const host of [
      'notevil.example',
      'example.com',
      'good.evil.example',
      'a.good.evil.example',
      'evil.example.org',
    ])
      expect((await post({ url: `https://${host}/evil.example` })).status).toBe(201)
  })

  it('is refused for single items of bulk calls and imports', async () => {
    const bulk = await ask('POST', '/short-urls/bulk', { urls: [{ url: 'https://example.com/' }, { url: evil }] })
    expect(bulk.json.data).toMatchObject({
      succeeded: [{ original_url: 'https://example.com/' }],
      failed: [{ index: 1, code: 'VALIDATION_ERROR' }],
    })
    const [one, two] = [await create(), await create()]
    const changed = await ask('PUT', '/short-urls/bulk', { ids: [one.id, two.id], changes: { url: evil } })
    expect(changed.json.data).toMatchObject({ succeeded: [], failed: [{ index: 0 }, { index: 1 }] })
    const imported = await importFile(`slug,url\nlisted-1,${evil}\nlisted-2,https://example.com/\n`)
    expect(imported.result).toMatchObject({ created: 1, failed: 1 })
    expect(await itemsOf(imported.id, 'failed')).toMatchObject([{ message: expect.stringContaining('evil.example') }])
  })

  it('is refused in tests, QR codes, domains, copies and rollbacks', async () => {
    const link = await create()
    const variants = [{ destination_url: 'https://example.com/a' }, { destination_url: evil }]
    const test = await ask('POST', '/url-ab-tests', { name: 'Test', primary_url_id: link.id, variants })
    expectError(test, { status: 422, code: 'VALIDATION_ERROR' })
    for (const is_dynamic of [true, false]) {
      const code = { content_type: 'url', content_data: { url: evil }, is_dynamic }
      expectError(await ask('POST', '/qr-codes/generate', code), { status: 422, code: 'VALIDATION_ERROR' })
    }
    const card = { content_type: 'vcard', content_data: { first_name: 'Eve', website: evil } }
    const contact = await ask('POST', '/qr-codes/generate', card)
    expectError(contact, { status: 422, code: 'VALIDATION_ERROR' })
    const domain = await ask('POST', '/domains/branded', { domain: 'go.example.net', not_found_url: evil })
    expectError(domain, { status: 422, code: 'VALIDATION_ERROR' })

    await stores.sql`update links set url = ${evil}, rev = nextval('link_rev') where id = ${link.id}`
    expectError(await ask('POST', `/short-urls/${link.id}/duplicate`), { status: 422, code: 'VALIDATION_ERROR' })
    await put(link.id, { url: 'https://example.com/new' })
    const [moved] = await entries(link.id)
    expectError(await rollBack(link.id, { entry_id: moved.id }), { status: 422, code: 'VALIDATION_ERROR' })
    expect((await read(link.id)).original_url).toBe('https://example.com/new')
  })
})

it('each process finds the list by its settings', () => {
  expect(blocklistOf(stores.config)).toBe(list)
  expect(blocklistOf({ ...stores.config })).toBe(undefined)
  expect(
    new Blocklist({ sql: stores.sql, log: stores.log, config: { BLOCKLIST: undefined, BLOCKLIST_EXCEPT: [] } }).version,
  ).toBe(null)
})
