import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const scansOf = async (id: string) => (await all.ask('GET', `/qr-codes/${id}`)).json.data.qrCode.scan_count

describe('content other than url', () => {
  it.each([
    ['text', { text: 'Two\nlines & <b>more</b>' }, ['Two\nlines &amp; &lt;b&gt;more&lt;/b&gt;']],
    ['text', { text: 'שלום' }, ['dir="auto">שלום']],
    ['wifi', { ssid: 'מבקרים', encryption: 'nopass' }, ['dir="auto">מבקרים']],
    ['wifi', { ssid: 'Guests <1>', password: 'open sesame' }, ['Guests &lt;1&gt;', 'open sesame', 'WPA']],
    ['wifi', { ssid: 'Free', encryption: 'nopass' }, ['Free', 'None']],
    [
      'vcard',
      { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', address: { city: 'London' } },
      ['Ada Lovelace', 'ada@example.com', 'London', 'href="?vcf"'],
    ],
    ['email', { to: 'ada@example.com', subject: 'Hi "you"' }, ['href="mailto:ada@example.com?subject=Hi%20%22you%22"']],
    ['phone', { phone: '+44 20 7946 0018' }, ['href="tel:+442079460018"', '+44 20 7946 0018']],
    ['phone', { phone: '*100#' }, ['href="tel:*100%23"', '*100#']],
    ['sms', { phone: '*#06#', message: 'Hi' }, ['href="sms:*%2306%23?body=Hi"']],
    ['sms', { phone: '+44 20 7946 0018', message: 'On & off' }, ['href="sms:+442079460018?body=On%20%26%20off"']],
    ['location', { latitude: 51.5, longitude: -0.12, label: 'London' }, ['href="geo:51.5,-0.12', 'mlat=51.5']],
  ])('%s %j is shown at its short URL, escaped and inert', async (content_type, content_data, shown) => {
    const code = await all.generate({ content_type, content_data })
    const { status, headers, body } = await all.follow(code.path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /)
    expect(headers['cache-control']).toBe('private, no-store')
    for (const part of shown) expect(body).toContain(part)
    expect(body).not.toMatch(/<script|<b>|javascript:/)
  })

  it('a preview shows no content with a click limit, and is gone once the limit is reached', async () => {
    const code = await all.generate({ content_type: 'wifi', content_data: { ssid: 'Guests', password: 'open sesame' } })
    expect((await all.follow(`${code.path}+`)).body).toContain('open sesame')
    const limited = await all.ask('PUT', `/short-urls/${code.short_url_id}`, { max_clicks: 1 })
    expect(limited.status).toBe(200)
    for (const status of [200, 410]) {
      const preview = await all.follow(`${code.path}+`)
      expect([preview.status, preview.body.includes('open sesame')]).toEqual([status, false])
      await all.follow(code.path)
    }
  })

  it('a view is a scan; a preview and the file of a contact are not', async () => {
    const content_data = { first_name: 'Zoë', last_name: 'Müller; the 1st', mobile: '+49 30 1234' }
    const code = await all.generate({ content_type: 'vcard', content_data, tracking_enabled: true })
    const file = await all.follow(`${code.path}?vcf`)
    expect(file.headers).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': 'attachment; filename="contact.vcf"',
    })
    expect(file.body).toMatch(/^BEGIN:VCARD\r\nVERSION:3.0\r\n[^]*N:Müller\\; the 1st;Zoë[^]*END:VCARD$/)
    const preview = (await all.follow(`${code.path}+`)).body
    expect(preview).toContain('Müller')
    expect(preview).toContain('href="data:text/vcard')
    expect((await all.follow(code.path, agents.iphone)).status).toBe(200)
    await eventually(async () => expect(await scansOf(code.id)).toBe(1))
    expect((await all.follow(code.path, agents.pixel)).status).toBe(200)
    await eventually(async () => expect(await scansOf(code.id)).toBe(2))
  })

  it('the password comes before the content, and the page after it counts once', async () => {
    const content_data = { text: 'The treasure lies under the oak' }
    const code = await all.generate({ content_type: 'text', content_data, tracking_enabled: true, password: 'ahoy' })
    for (const path of [code.path, `${code.path}+`, `${code.path}?vcf`]) {
      expect((await all.follow(path)).body, path).not.toContain('treasure')
    }
    const unlocked = await all.follow(code.path, agents.iphone, {
      method: 'POST',
      body: 'password=ahoy',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(unlocked.status).toBe(200)
    expect(unlocked.body).toContain('treasure')
    await eventually(async () => expect(await scansOf(code.id)).toBe(1))
    const [cookie = ''] = unlocked.headers['set-cookie'] ?? []
    const again = await all.follow(code.path, agents.iphone, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(again.body).toContain('treasure')
  })

  it('the content can change to another type, and back', async () => {
    const code = await all.generate()
    const put = (body: unknown) => all.ask('PUT', `/qr-codes/${code.id}`, body)
    await put({ content_type: 'text', content_data: { text: 'Closed today' } })
    expect((await all.follow(code.path)).body).toContain('Closed today')
    await put({ content_data: { text: 'Open again' } })
    expect((await all.follow(code.path)).body).toContain('Open again')
    await put({ content_type: 'url', content_data: { url: 'https://example.com/back' } })
    expect((await all.follow(code.path)).headers.location).toBe('https://example.com/back')
  })

  it('a click limit of its short URL counts views, and closes the page', async () => {
    const code = await all.generate({ content_type: 'text', content_data: { text: 'For one' }, tracking_enabled: true })
    const link = (await all.ask('GET', `/short-urls/${code.short_url_id}`)).json.data
    await all.update(code.short_url_id, { ...link, max_clicks: 1 })
    const first = await all.follow(code.path, agents.iphone)
    const second = await all.follow(code.path, agents.iphone)
    expect([first.status, second.status]).toEqual([200, 410])
  })

  it('a contact can be saved by the visitor who uses up the click limit', async () => {
    const content_data = { first_name: 'Zoë', last_name: 'Müller; 100% "&"', mobile: '+49 30 1234' }
    const code = await all.generate({ content_type: 'vcard', content_data })
    const file = (await all.follow(`${code.path}?vcf`)).body
    expect(file).toContain('Zoë')
    await all.update(code.short_url_id, { max_clicks: 1 })
    const { body } = await all.follow(code.path, agents.iphone)
    const saved = /href="data:text\/vcard;charset=utf-8,([^"]*)" download="contact\.vcf">Save contact</.exec(body)?.[1]
    expect(decodeURIComponent(saved ?? '')).toBe(file)
    const later = await all.follow(`${code.path}?vcf`, agents.iphone)
    expect([later.status, later.body.includes('Zoë')]).toEqual([410, false])
  })

  it('keep_short_url is rejected: the page is deleted with the code', async () => {
    const code = await all.generate({ content_type: 'text', content_data: { text: 'Stay' } })
    const refused = await all.ask('DELETE', `/qr-codes/${code.id}?keep_short_url=true`)
    expect([refused.status, refused.json.error.code]).toEqual([400, 'BAD_REQUEST'])
    expect((await all.follow(code.path)).body).toContain('Stay')
  })
})
