import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { announceExpiredCodes } from '#model/qr-codes/announce-expired-codes.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { agents } from '../api/support/redirecting.ts'
import { startAll } from '../api/support/scanning.ts'
import { eventually } from '../stack/eventually.ts'

let all: Awaited<ReturnType<typeof startAll>>
beforeAll(async () => {
  all = await startAll()
})
afterAll(async () => {
  await all.close()
})

const row = z.object({ qr_code_id: z.uuid(), clicks: z.number(), ids: z.number() })

async function storedScans(linkId: string) {
  return await all.stores.ch.query(
    ch`select qr_code_id, toUInt32(count()) as clicks, toUInt32(uniqExact(click_id)) as ids
      from clicks
      where account_id = ${uuid(all.account.id)} and link_id = ${uuid(linkId)}
      group by qr_code_id`,
    row,
  )
}

const read = async (id: string) => (await all.ask('GET', `/qr-codes/${id}`)).json.data.qrCode

describe('scanning', () => {
  it('scan_count and last_scanned_at count each scan once, as the click store does, without bots', async () => {
    const code = await all.generate({ tracking_enabled: true })
    for (const agent of [agents.iphone, agents.pixel, agents.google]) {
      expect((await all.follow(code.path, agent)).headers.location).toBe('https://example.com/menu')
    }
    await eventually(async () => expect(await read(code.id)).toMatchObject({ scan_count: 2 }))
    expect(await storedScans(code.short_url_id)).toEqual([{ qr_code_id: code.id, clicks: 3, ids: 3 }])
    const { last_scanned_at } = await read(code.id)
    expect(Date.now() - Date.parse(last_scanned_at)).toBeLessThan(60_000)
    const link = (await all.ask('GET', `/short-urls/${code.short_url_id}`)).json.data
    expect(link).toMatchObject({ click_count: 2, qr_code_id: code.id })
  })

  it('tracking_enabled false: a dynamic code redirects, but records nothing', async () => {
    const [quiet, loud] = [await all.generate(), await all.generate({ tracking_enabled: true })]
    for (const { path } of [quiet, loud]) expect((await all.follow(path)).status).toBe(302)
    await eventually(async () => expect(await read(loud.id)).toMatchObject({ scan_count: 1 }))
    expect(await read(quiet.id)).toMatchObject({ scan_count: 0 })
    expect(await storedScans(quiet.short_url_id)).toEqual([])
  })

  it('clicks of other short URLs are not scans', async () => {
    const link = await all.create()
    await all.follow(link.short_code)
    const none = '00000000-0000-0000-0000-000000000000'
    await eventually(async () => expect(await storedScans(link.id)).toEqual([{ qr_code_id: none, clicks: 1, ids: 1 }]))
  })

  it('is_dynamic: a new destination applies at the next scan, by PUT of the code or its short URL', async () => {
    const code = await all.generate()
    await all.follow(code.path)
    await all.ask('PUT', `/qr-codes/${code.id}`, { content_data: { url: 'https://example.com/lunch' } })
    expect((await all.follow(code.path)).headers.location).toBe('https://example.com/lunch')
    await all.update(code.short_url_id, { url: 'https://example.com/dinner' })
    expect((await all.follow(code.path)).headers.location).toBe('https://example.com/dinner')
    expect(await read(code.id)).toMatchObject({ content_data: { url: 'https://example.com/dinner' } })
  })

  it('expires_at: a later scan returns 410, and qr.expired is announced once', async () => {
    const { sql, config } = all.stores
    const code = await all.generate()
    const expires_at = new Date(Date.now() + 2_000).toISOString()
    expect((await all.ask('PUT', `/qr-codes/${code.id}`, { expires_at })).status).toBe(200)
    await eventually(async () => expect((await all.follow(code.path)).status).toBe(410))
    expect((await all.ask('GET', `/qr-codes/${code.id}`)).json.error.code).toBe('RESOURCE_EXPIRED')
    for (let run = 0; run < 2; run++) await sql.begin((tx) => announceExpiredCodes(tx, config))
    const announced = await sql`
      select data from webhook_messages
      where type = 'qr.expired' and data ->> 'id' = ${code.id}`
    expect(announced.map(({ data }) => data.status)).toEqual(['expired'])
    const later = { expires_at: '2999-01-01T00:00:00Z' }
    expect((await all.ask('PUT', `/qr-codes/${code.id}`, later)).json.data.qrCode.status).toBe('active')
    expect((await all.follow(code.path)).status).toBe(302)
  })

  it('is_password_protected: a scan asks for the password, and counts when it is entered', async () => {
    const code = await all.generate({ tracking_enabled: true, password: 'open sesame' })
    expect((await all.follow(code.path)).status).toBe(401)
    const unlocked = await all.follow(code.path, agents.iphone, {
      method: 'POST',
      body: 'password=open+sesame',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([unlocked.status, unlocked.headers.location]).toEqual([303, 'https://example.com/menu'])
    await eventually(async () => expect(await read(code.id)).toMatchObject({ scan_count: 1 }))
    await all.ask('PUT', `/qr-codes/${code.id}`, { password: null })
    await eventually(async () => expect((await all.follow(code.path)).status).toBe(302))
  })

  it('a deleted code returns 404 when scanned, as does one with a deleted short URL', async () => {
    const [gone, orphan] = [await all.generate(), await all.generate({ tracking_enabled: true })]
    await all.follow(orphan.path)
    await eventually(async () => expect(await read(orphan.id)).toMatchObject({ scan_count: 1 }))
    expect((await all.ask('DELETE', `/qr-codes/${gone.id}`)).status).toBe(200)
    expect((await all.ask('DELETE', `/short-urls/${orphan.short_url_id}`)).status).toBe(200)
    for (const { path } of [gone, orphan]) expect((await all.follow(path)).status).toBe(404)
    const left = await read(orphan.id)
    expect(left).toMatchObject({ status: 'disabled', scan_count: 0, short_url: null })
    expect(left).not.toHaveProperty('short_url_id')
  })

  it('keep_short_url: the short URL still redirects, but its visits are not scans', async () => {
    const code = await all.generate({ tracking_enabled: true })
    await all.follow(code.path)
    expect((await all.ask('DELETE', `/qr-codes/${code.id}?keep_short_url=true`)).status).toBe(200)
    expect((await all.follow(code.path)).headers.location).toBe('https://example.com/menu')
    const none = '00000000-0000-0000-0000-000000000000'
    const counted = expect.objectContaining({ clicks: 1 })
    await eventually(async () => {
      const scans = await storedScans(code.short_url_id)
      expect(scans).toEqual(expect.arrayContaining([counted, expect.objectContaining({ qr_code_id: none })]))
    })
    expect((await all.ask('GET', `/short-urls/${code.short_url_id}`)).json.data.qr_code_id).toBeNull()
  })
})
