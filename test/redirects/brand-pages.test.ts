import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeChannel } from '#model/publish/publish-link.ts'
import { brandKey } from '#schemas/link-record.ts'
import { startAll } from '../api/support/scanning.ts'
import { createAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import { eventually } from '../stack/eventually.ts'

let all: Awaited<ReturnType<typeof startAll>>
beforeAll(async () => {
  all = await startAll()
})
afterAll(() => all.close())

const picture = (background: string, width = 600) =>
  sharp({ create: { width, height: 200, channels: 4, background } })
    .png()
    .toBuffer()

async function uploadLogo(background = '#1D4ED8') {
  const content = (await picture(background)).toString('base64')
  const answer = await all.ask('POST', '/qr-assets', { name: 'Logo', content })
  expect(answer.status).toBe(201)
  return answer.json.data.id as string
}

let reserved = 0
async function reserve(brand?: unknown) {
  const subdomain = `brand-${reserved++}`
  const answer = await all.ask('POST', '/domains/subdomains', { subdomain, ...(brand !== undefined && { brand }) })
  expect(answer.status).toBe(201)
  const { id, domain } = answer.json.data
  return { id: id as string, host: domain as string, subdomain, data: answer.json.data }
}
type Reserved = Awaited<ReturnType<typeof reserve>>

const paint = ({ id }: Reserved, brand: unknown) => all.ask('PUT', `/domains/${id}`, { brand })
const on = ({ subdomain }: Reserved, more: Record<string, unknown> = {}) =>
  all.create({ url_type: 'subdomain', subdomain, ...more })
const open = ({ host }: Reserved, path: string, method = 'GET') => all.follow(path, undefined, { host, method })

/** The page loads nothing, runs nothing, and allows exactly its own styles. */
function expectInert({ headers, body }: Awaited<ReturnType<typeof open>>) {
  const policy = String(headers['content-security-policy'])
  const hashes = [...body.matchAll(/<style>([^<]*)<\/style>/g)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  expect(policy).toContain(`default-src 'none'; style-src ${hashes.join(' ')}; `)
  expect(policy.includes('img-src')).toBe(body.includes('<img'))
  expect(body).not.toMatch(/<script|javascript:|(?:src|srcset)="(?!data:image\/png;base64,)|url\(|@import/)
}

describe('the pages of a domain with a brand', () => {
  it('carry its name, color and logo, and run no scripts', async () => {
    const logo_asset_id = await uploadLogo()
    const domain = await reserve({ name: 'Fish & <Chips>', color: '#ffdd00', logo_asset_id })
    expect(domain.data.brand).toEqual({ name: 'Fish & <Chips>', color: '#FFDD00', logo_asset_id })
    const gone = await on(domain, { expires_at: '2999-01-01T00:00:00Z' })
    await all.stores.sql`update links set expires_at = now(), rev = nextval('link_rev') where id = ${gone.id}`
    await all.stores.redis.flushdb()
    const locked = await on(domain, { password: 'open sesame' })
    const later = await on(domain, { starts_at: '2999-01-01T00:00:00Z' })
    const live = await on(domain)
    const wifi = { content_type: 'wifi', content_data: { ssid: 'Guests', password: 'open sesame' } }
    const code = await all.generate({ ...wifi, url_type: 'subdomain', subdomain: domain.subdomain })
    const pages = [
      ['nothing-here', 404, 'Link not found'],
      [gone.short_code, 410, 'This link has expired'],
      [locked.short_code, 401, 'This link is password protected'],
      [`${locked.short_code}+`, 200, 'Enter the password'],
      [later.short_code, 404, 'not active yet'],
      [`${later.short_code}+`, 404, 'not active yet'],
      [`${live.short_code}+`, 200, 'https://example.com/'],
      [code.path, 200, 'open sesame'],
    ] as const
    for (const [path, status, text] of pages) {
      const page = await open(domain, path)
      expect([path, page.status]).toEqual([path, status])
      expect(page.body).toContain(text)
      expect(page.body).toContain('<span dir="auto">Fish &amp; &lt;Chips&gt;</span>')
      expect(page.body).toContain('--brand:#FFDD00;--on-brand:#000000')
      expect(page.body).toContain('<img class="logo" alt="" src="data:image/png;base64,')
      expectInert(page)
    }
    expect((await open(domain, later.short_code)).body).not.toContain('typos')
    expect((await open(domain, live.short_code)).headers['location']).toBe('https://example.com/')
    const wrong = await all.follow(locked.short_code, undefined, {
      host: domain.host,
      method: 'POST',
      body: 'password=wrong',
    })
    expect([wrong.status, wrong.body.includes('Wrong password'), wrong.body.includes('Chips')]).toEqual([
      401,
      true,
      true,
    ])
  })

  it('change at once, and are plain again without a brand', async () => {
    const domain = await reserve()
    expect(domain.data.brand).toBeNull()
    const plain = await open(domain, 'nothing-here')
    expectInert(plain)
    expect(plain.body).not.toContain('<header>')
    for (const name of ['One', 'Two']) {
      expect((await paint(domain, { name })).json.data.brand).toEqual({ name, color: null, logo_asset_id: null })
      await eventually(async () =>
        expect((await open(domain, 'nothing-here')).body).toContain(`<span dir="auto">${name}</span>`),
      )
    }
    expect((await all.ask('PUT', `/domains/${domain.id}`, { is_default: true })).json.data.brand.name).toBe('Two')
    expect((await paint(domain, null)).json.data.brand).toBeNull()
    await eventually(async () => expect((await open(domain, 'nothing-here')).body).toBe(plain.body))
  })

  it('do not read Postgres once the brand is in Redis, and need no store once it is in memory', async () => {
    const domain = await reserve({ name: 'Kept' })
    await all.stores.redis.del(brandKey(domain.host))
    await open(domain, 'nothing-here')
    await eventually(async () => expect(await all.stores.redis.get(brandKey(domain.host))).toContain('Kept'))
    // Only Redis has this name, so the page that shows it did not read Postgres.
    const record = JSON.parse((await all.stores.redis.get(brandKey(domain.host))) ?? '')
    await all.stores.redis.set(brandKey(domain.host), JSON.stringify({ ...record, name: 'From Redis' }))
    await all.stores.redis.publish(changeChannel(all.stores.redis), brandKey(domain.host))
    await eventually(async () => expect((await open(domain, 'nothing-here')).body).toContain('From Redis'))
  })

  it('show a light logo on a dark background, in at most 8 kB', async () => {
    const noise = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 120, sigma: 90 },
      },
    })
      .png()
      .toBuffer()
    const upload = await all.ask('POST', '/qr-assets', { content: noise.toString('base64') })
    const domain = await reserve({ logo_asset_id: upload.json.data.id })
    const imageOf = async () => {
      const { body } = await open(domain, 'nothing-here')
      return Buffer.from(/data:image\/png;base64,([^"]+)/.exec(body)?.[1] ?? '', 'base64')
    }
    expect((await imageOf()).length).toBeLessThanOrEqual(8 * 1024)
    await paint(domain, { logo_asset_id: await uploadLogo('#FFFFFFE0') })
    await eventually(async () => {
      const { channels } = await sharp(await imageOf()).stats()
      // Almost opaque white over the dark background, not over the white of the page.
      expect(channels[0]?.max).toBeLessThan(250)
    })
  })
})

describe('the brand of a domain', () => {
  it.each([
    [{ color: 'red' }, 'brand.color', 422],
    [{ color: '#12345' }, 'brand.color', 422],
    [{ name: '' }, 'brand.name', 422],
    [{ name: 'a'.repeat(61) }, 'brand.name', 422],
    [{ logo_asset_id: 'logo' }, 'brand.logo_asset_id', 422],
    [{ logo_asset_id: '01981c2e-7b1a-7c3d-9a4e-000000000000' }, 'brand.logo_asset_id', 422],
  ])('refuses %j', async (brand, field, status) => {
    const answer = await paint(await reserve(), brand)
    expect([answer.status, answer.json.error.details.errors[0].field]).toEqual([status, field])
  })

  it.each([['text'], [{ font: 'Inter' }], [{ name: 5 }]])('refuses the shape %j', async (brand) => {
    expect((await paint(await reserve(), brand)).status).toBe(400)
  })

  it('takes no logo of another account, and no account changes the domain of another', async () => {
    const logo_asset_id = await uploadLogo()
    const domain = await reserve()
    const other = (await createKey(all.stores.sql, await createAccount(all.stores.sql))).key
    const theirs = await all.askAs(other, 'POST', '/domains/subdomains', {
      subdomain: 'others',
      brand: { logo_asset_id },
    })
    expect(theirs.status).toBe(422)
    expect((await all.askAs(other, 'PUT', `/domains/${domain.id}`, { brand: { name: 'Mine' } })).status).toBe(404)
  })

  it('keeps its logo from being deleted, also while both happen at once', async () => {
    const logo_asset_id = await uploadLogo()
    const domain = await reserve({ logo_asset_id })
    expect((await all.ask('DELETE', `/qr-assets/${logo_asset_id}`)).status).toBe(409)
    await paint(domain, null)
    const [painted, deleted] = await Promise.all([
      paint(domain, { logo_asset_id }),
      all.ask('DELETE', `/qr-assets/${logo_asset_id}`),
    ])
    expect([`${painted.status} ${deleted.status}`]).toEqual([expect.stringMatching(/^(200 409|422 200)$/)])
  })

  it('is one of several that are set at once, complete', async () => {
    const domain = await reserve()
    const brands = [1, 2, 3, 4, 5].map((digit) => ({ name: `Name ${digit}`, color: `#${String(digit).repeat(6)}` }))
    const answers = await Promise.all(brands.map((brand) => paint(domain, brand)))
    expect(answers.map(({ status }) => status)).toEqual(brands.map(() => 200))
    const { brand } = (await all.ask('GET', `/domains/${domain.id}`)).json.data
    expect(brands).toContainEqual({ name: brand.name, color: brand.color })
    await eventually(async () => {
      const { body } = await open(domain, 'nothing-here')
      expect([body.includes(brand.name), body.includes(brand.color)]).toEqual([true, true])
    })
  })
})
