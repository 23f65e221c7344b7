import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#model/accounts/passwords.ts'
import { agents, startBoth } from '../api/support/redirecting.ts'
import { hashCheaply } from '../factories/user.ts'
import { storeClicks } from '../redirector/store-clicks.ts'
import { eventually } from '../stack/eventually.ts'

describe.each(['uws', 'node'])('a link with a password, on %s', (transport) => {
  let both: Awaited<ReturnType<typeof startBoth>>
  beforeAll(async () => {
    both = await startBoth({ TRANSPORT: transport, TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => both.close())

  const password = 'öpen & sesame'
  const make = (body: object = {}) => both.create({ url: 'https://secret.example/', password, ...body })

  /** A link whose password takes no time to check. Guesses are counted the same whatever they cost. */
  const makeCheap = async () => {
    const link = await make()
    await both.stores.sql`update links set password_hash = ${await hashCheaply(password)} where id = ${link.id}`
    await both.update(link.id, { name: 'Cheap' })
    return link
  }

  const send = (
    path: string,
    given: string,
    headers: Record<string, string | string[]> = {},
    more: Record<string, string> = {},
  ) => {
    const body = new URLSearchParams({ ...more, password: given }).toString()
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }
    return both.follow(path, agents.laptop, { method: 'POST', body, headers: { ...form, ...headers } })
  }
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof send>>) => headers['set-cookie']?.[0]?.split(';')[0] ?? ''

  it('shows a form, but not its destination', async () => {
    const link = await make()
    expect(link).toMatchObject({ is_password_protected: true })
    const { status, headers, body } = await both.follow(link.short_code)
    expect([status, headers.location]).toEqual([401, undefined])
    expect(body).toContain('<form method="post">')
    expect(JSON.stringify(headers) + body).not.toContain('secret.example')
    expect(headers['content-security-policy']).toContain("form-action 'self' http: https: intent:;")
  })

  it('opens with the password, for an hour, with the query of the visit', async () => {
    const { short_code } = await make({ redirect_type: 308 })
    const opened = await send(`${short_code}?a=1`, password)
    expect([opened.status, opened.headers.location]).toEqual([303, 'https://secret.example/?a=1'])
    expect(opened.headers['cache-control']).toBe('private, no-store')
    expect(opened.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^unlocked=[^;]+; Path=/${short_code}; Max-Age=3600; HttpOnly; SameSite=Lax$`),
    )
    const again = await both.follow(short_code, agents.laptop, { headers: { cookie: cookieOf(opened) } })
    expect([again.status, again.headers.location]).toEqual([308, 'https://secret.example/'])
  })

  it('stays closed with another password, for another link, and after the password changes', async () => {
    const [one, other] = [await make(), await make()]
    const refused = await send(one.short_code, 'wrong')
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined])
    expect(refused.body).toContain('role="alert"')
    const cookie = cookieOf(await send(one.short_code, password))
    const withCookie = (code: string) => both.follow(code, agents.laptop, { headers: { cookie } })
    expect((await withCookie(one.short_code)).status).toBe(302)
    expect((await withCookie(other.short_code)).status).toBe(401)
    await both.update(one.id, { password: 'another' })
    expect((await withCookie(one.short_code)).status).toBe(401)
    expect((await send(one.short_code, password)).status).toBe(401)
    expect((await send(one.short_code, 'another')).status).toBe(303)
    await both.update(one.id, { password: null })
    expect((await both.follow(one.short_code)).status).toBe(302)
  })

  it('counts the click at the unlock, not at the form', async () => {
    const workers = storeClicks(both.stores)
    const { id, short_code } = await make({ max_clicks: 2 })
    await both.follow(short_code)
    await send(short_code, 'wrong')
    const cookie = cookieOf(await send(short_code, password))
    expect((await both.follow(short_code, agents.laptop, { headers: { cookie } })).status).toBe(302)
    expect((await both.follow(short_code)).status).toBe(410)
    expect((await send(short_code, password)).status).toBe(410)
    await eventually(() => {
      const clicks = workers.clicks().filter(({ link_id }) => link_id === id)
      expect(clicks.map(({ method }) => method).sort()).toEqual(['GET', 'POST'])
    })
    await workers.close()
  })

  it('knows at the unlock where the visitor of the form came from, for the click and for targeting rules', async () => {
    const workers = storeClicks(both.stores)
    const conditions = [{ type: 'referrer_domain', operator: 'in', value: ['news.example'] }]
    const rule = { name: 'News', conditions, destination_url: 'https://news-readers.example/' }
    const { id, short_code } = await make({ targeting_rules: [rule] })
    const referer = `https://news.example/?a="><b>é${'x'.repeat(2_000)}`
    const shown = (body: string) => /name="referrer" value="([^"]*)"/.exec(body)?.[1]
    const headers = { referer: Buffer.from(referer).toString('latin1') }
    const form = await both.follow(short_code, agents.laptop, { headers })
    expect(shown(form.body)).toBe(`https://news.example/?a=&quot;&gt;&lt;b&gt;é${'x'.repeat(2_000)}`.slice(0, 1_038))
    const referrer = referer.slice(0, 1_024)
    const wrong = await send(short_code, 'wrong', {}, { referrer })
    expect(shown(wrong.body)).toBe(shown(form.body))
    expect((await send(short_code, password, {}, { referrer })).headers.location).toBe('https://news-readers.example/')
    await eventually(() => {
      const clicks = workers.clicks().filter(({ link_id }) => link_id === id)
      expect(clicks.map((click) => click.referrer)).toEqual([referrer])
    })
    await workers.close()
  })

  it('accepts ten wrong passwords a minute from one IP address, also concurrent ones', async () => {
    const { short_code } = await make()
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(short_code, 'wrong')))
    const more: typeof sent = []
    for (let attempt = 0; attempt < 7; attempt++) more.push(await send(short_code, 'wrong'))
    const seen = [...sent, ...more].map(({ status }) => status)
    expect(seen.filter((status) => status === 401)).toHaveLength(10)
    expect(seen.filter((status) => status === 429)).toHaveLength(5)
    expect((await send(short_code, password)).status).toBe(429)
  })

  it('counts wrong passwords per IPv6 /64, since one client can use any address in it', async () => {
    const { short_code } = await makeCheap()
    const from = (address: string) => send(short_code, 'wrong', { 'x-forwarded-for': address })
    const seen: (number | undefined)[] = []
    for (let attempt = 1; attempt <= 12; attempt++) seen.push((await from(`2001:db8:0:1::${attempt}`)).status)
    expect(seen.filter((status) => status === 429)).toHaveLength(2)
    expect((await from('2001:db8:0:2::1')).status).toBe(401)
  })

  it('finds the visitor in all lines of X-Forwarded-For, since a proxy may add a line', async () => {
    const { short_code } = await makeCheap()
    const seen: (number | undefined)[] = []
    for (let attempt = 1; attempt <= 13; attempt++) {
      const lines = [`203.0.113.${attempt}`, '198.51.100.9']
      seen.push((await send(short_code, 'wrong', { 'x-forwarded-for': lines })).status)
    }
    expect(seen.filter((status) => status === 401)).toHaveLength(10)
    expect(seen.filter((status) => status === 429)).toHaveLength(3)
  })

  it.each([
    ['IPv4', (host: number, port: number) => `198.51.${host}.8:${port}`],
    ['IPv6', (host: number, port: number) => `[2001:db8:${host}:3::1]:${port}`],
  ])('tells visitors apart next to ports that a proxy wrote, over %s', async (_family, addressWith) => {
    const { short_code } = await makeCheap()
    const from = (host: number, port: number) =>
      send(short_code, 'wrong', { 'x-forwarded-for': addressWith(host, port) })
    const seen: (number | undefined)[] = []
    for (let port = 50_001; port <= 50_013; port++) seen.push((await from(1, port)).status)
    expect(seen).toEqual([...Array(10).fill(401), 429, 429, 429])
    expect((await from(2, 50_001)).status).toBe(401)
  })

  it('accepts the right password while others guess, after a wait', async () => {
    const { id, short_code } = await make()
    await both.stores.redis.set(`unlock:${id}`, 40, 'EX', 600)
    const start = performance.now()
    expect((await send(short_code, password, { 'x-forwarded-for': '198.51.100.20' })).status).toBe(303)
    expect(performance.now() - start).toBeGreaterThan(900)
  })

  it('counts wrong passwords per IPv6 /48 and IPv4 /24, since hosters give whole networks away', async () => {
    for (const addressOf of [(n: number) => `2001:db8:77:${n}::1`, (n: number) => `192.0.2.${n}`]) {
      const { short_code } = await makeCheap()
      const seen: (number | undefined)[] = []
      for (let n = 1; n <= 32; n++) {
        seen.push((await send(short_code, 'wrong', { 'x-forwarded-for': addressOf(n) })).status)
      }
      expect(seen).toEqual([...Array(30).fill(401), 429, 429])
    }
  })

  it('cannot have fewer than 4 characters; links with a shorter one keep it', async () => {
    for (const short of ['', 'abc']) {
      const refused = await both.ask('POST', '/short-urls', { url: 'https://example.com/', password: short })
      expect([refused.status, refused.json.error.details.errors]).toEqual([
        422,
        [{ field: 'password', message: 'Must be at least 4 characters.' }],
      ])
    }
    const link = await make({ password: '1234' })
    expect((await both.ask('PUT', `/short-urls/${link.id}`, { password: '123' })).status).toBe(422)
    expect((await send(link.short_code, '1234')).status).toBe(303)
    await both.stores.sql`update links set password_hash = ${await hashPassword('42')} where id = ${link.id}`
    await both.update(link.id, { name: 'Republished' })
    expect((await send(link.short_code, '42')).status).toBe(303)
  })

  it('never counts right passwords', async () => {
    const { short_code } = await makeCheap()
    for (let attempt = 0; attempt < 12; attempt++) expect((await send(short_code, password)).status).toBe(303)
  })

  it('rejects a body that is not the form, and a POST to any other link', async () => {
    const { short_code } = await make()
    expect((await send(short_code, 'x'.repeat(100_000))).status).toBe(413)
    expect((await both.follow(short_code, agents.laptop, { method: 'POST' })).status).toBe(401)
    const plain = await both.create()
    expect((await send(plain.short_code, password)).status).toBe(405)
    expect((await send('nothing-here', password)).status).toBe(405)
    expect((await both.follow(short_code, agents.laptop, { method: 'PUT' })).status).toBe(405)
  })
})
