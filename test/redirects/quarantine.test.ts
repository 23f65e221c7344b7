import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliOrigin } from '#model/accounts/audit-log.ts'
import { quarantineLink } from '#model/links/quarantine-link.ts'
import { linkKey } from '#schemas/link-record.ts'
import { drawCodes } from '../api/support/draw-codes.ts'
import { agents, startBoth } from '../api/support/redirecting.ts'
import { findBaseDomain } from '../factories/links.ts'
import { storeClicks } from '../redirector/store-clicks.ts'
import { eventually } from '../stack/eventually.ts'

let both: Awaited<ReturnType<typeof startBoth>>
beforeAll(async () => {
  both = await startBoth()
})
afterAll(() => both.close())

interface Link {
  id: string
  short_code: string
}
const change = (id: string, reason: string | null) =>
  quarantineLink(both.stores, { link_id: id, reason, origin: cliOrigin(both.account.id) })
const stop = (id: string) => change(id, 'Phishing')

const harm = 'harm.example'
const url = `https://${harm}/login`
/** Every option with which a visit could still get to a destination. */
const special = {
  url,
  expired_url: `https://${harm}/expired`,
  ios_url: `https://${harm}/ios`,
  fallback_url: `https://${harm}/fallback`,
  password: 'secret word',
  max_clicks: 5,
  og: { title: harm },
  targeting_rules: [
    { conditions: [{ type: 'country', operator: 'in', value: ['DE'] }], destination_url: `https://${harm}/rule` },
  ],
  schedules: [{ at: '2030-01-01T00:00:00Z', changes: { url: `https://${harm}/later` } }],
}

async function expectStopped({ short_code }: Link) {
  const password = { method: 'POST', body: 'password=secret+word' }
  const form = { ...password, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const visits = [
    both.follow(short_code),
    both.follow(`${short_code}?a=1`),
    both.follow(`${short_code}+`),
    both.follow(short_code, agents.iphone),
    both.follow(short_code, agents.facebook),
    both.follow(short_code, agents.laptop, form),
  ]
  for (const { status, headers, body } of await Promise.all(visits)) {
    expect([status, headers.location, headers['cache-control']]).toEqual([403, undefined, 'private, no-store'])
    expect(body).toContain('This link has been stopped')
    expect(body).not.toContain(harm)
  }
  const head = await both.follow(short_code, agents.laptop, { method: 'HEAD' })
  expect([head.status, head.headers.location, head.body]).toEqual([403, undefined, ''])
}

describe('a link in quarantine', () => {
  it.each([
    ['plain', { url }],
    ['with every option', special],
    ['disabled', { url }],
  ])('shows a page without a way through, from memory, Redis and Postgres: %s', async (kind, settings) => {
    const link = await both.create(settings)
    if (kind === 'disabled') await both.update(link.id, { is_active: false })
    await both.follow(link.short_code)
    expect(await stop(link.id)).toBe(true)
    await expectStopped(link)
    await both.stores.redis.flushdb()
    await both.stores.sql`update links set rev = nextval('link_rev') where id = ${link.id}`
    await eventually(() => expectStopped(link))
    expect(await change(link.id, null)).toBe(true)
    expect((await both.follow(link.short_code)).status).toBe({ plain: 302, disabled: 404 }[kind] ?? 401)
  })

  it('is an expired link without a redirect to redirectors of earlier versions', async () => {
    const link = await both.create(special)
    await stop(link.id)
    const { id } = await findBaseDomain(both.stores.sql, both.stores.config)
    const record = JSON.parse((await both.stores.redis.get(linkKey(id, link.short_code))) ?? 'null')
    expect(record).toMatchObject({ link_id: link.id, expires_at: 0 })
    expect(record.extras).toEqual({ quarantined: true })
  })

  it('stays stopped in the trash, where an expired_url would redirect otherwise', async () => {
    const link = await both.create(special)
    await both.ask('POST', `/short-urls/${link.id}/trash`)
    expect((await both.follow(link.short_code)).headers.location).toBe(special.expired_url)
    await stop(link.id)
    await expectStopped(link)
    await both.ask('POST', `/short-urls/${link.id}/restore`)
    await expectStopped(link)
  })

  it('stops the scans of a QR code, and the page with its content', async () => {
    const drawing = drawCodes(both.stores)
    const link = await both.create({ url, generate_qr: true })
    await drawing.close()
    await stop(link.id)
    await expectStopped(link)
    const code = (await both.ask('GET', `/qr-codes/${link.qr_code_id}`)).json.data.qrCode
    expect(code).toMatchObject({ status: 'disabled' })
  })

  it('counts no click', async () => {
    const workers = storeClicks(both.stores)
    const [stopped, open] = [await both.create({ url }), await both.create()]
    await stop(stopped.id)
    for (let visits = 0; visits < 5; visits += 1) await both.follow(stopped.short_code)
    await both.follow(open.short_code)
    await eventually(() => expect(workers.clicks().some(({ link_id }) => link_id === open.id)).toBe(true))
    await workers.close()
    expect(workers.clicks().filter(({ link_id }) => link_id === stopped.id)).toEqual([])
  })
})
