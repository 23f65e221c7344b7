import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reportReasons } from '#core/pages/report-pages.ts'
import { mostOfAll, mostOfLink, storeReport } from '#model/safety/visitor-reports.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { expectError } from '../api/support/expect-error.ts'
import { startBoth } from '../api/support/redirecting.ts'
import { eventually } from '../stack/eventually.ts'

let both: Awaited<ReturnType<typeof startBoth>>
beforeAll(async () => {
  both = await startBoth({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => both.close())
beforeEach(() => both.stores.sql`delete from safety_reports`)

let client = 0
/** Each report is from another network, unless it is given. */
const send = (form: Record<string, string>, address = `198.51.${(client += 1) % 250}.7`, host = 'localhost:8080') =>
  both.follow('report', undefined, {
    method: 'POST',
    host,
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  })
const stored = () => both.stores.sql<Record<string, unknown>[]>`select * from safety_reports order by id`
const shortUrl = async () => (await both.create({ url: 'https://harm.example/' })).short_url as string

describe('/report', () => {
  it('is a form without a cookie on every host that is served, and nowhere else', async () => {
    const { status, headers, body } = await both.follow('report')
    expect([status, headers['set-cookie'], headers['cache-control']]).toEqual([200, undefined, 'private, no-store'])
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    for (const reason of Object.keys(reportReasons)) expect(body).toContain(`value="${reason}"`)
    const elsewhere = await both.follow('report', undefined, { host: 'unknown.example' })
    expect(elsewhere.status).toBe(404)
    const sent = await send({ url: await shortUrl(), reason: 'spam' }, undefined, 'unknown.example')
    expect([sent.status, (await stored()).length]).not.toEqual([200, 1])
  })

  it('shows the form with the link if another site sends it, and stores nothing', async () => {
    const url = await shortUrl()
    const sendFrom = (site: string) =>
      both.follow('report', undefined, {
        method: 'POST',
        body: new URLSearchParams({ url, reason: 'spam' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      })
    const { status, body } = await sendFrom('cross-site')
    expect(status).toBe(200)
    expect(body).toContain(`value="${url}"`)
    expect(await stored()).toEqual([])
    expect((await sendFrom('same-origin')).body).toContain('Thank you')
    expect(await stored()).toHaveLength(1)
  })

  it('stores a report with the network of the visitor, and not the IP address', async () => {
    const link = await both.create({ url: 'https://harm.example/' })
    const sent = await send(
      { url: ` ${link.short_url}+ `, reason: 'phishing', note: 'It\u0000 asks\nfor  my password' },
      '203.0.113.77',
    )
    expect([sent.status, sent.headers['set-cookie']]).toEqual([200, undefined])
    expect(sent.body).toContain('Thank you')
    expect(await stored()).toMatchObject([
      {
        link_id: link.id,
        account_id: both.account.id,
        kind: 'visitor',
        reason: 'phishing',
        note: 'It asks for my password',
        network: '203.0.113.0',
        dismissed_at: null,
      },
    ])
    const [row] = await both.stores.sql`select safety_reports::text as text from safety_reports`
    expect(row?.['text']).not.toContain('203.0.113.77')
    expect(JSON.stringify(await both.stores.redis.keys('*'))).not.toContain('203.0.113.77')
  })

  it('keeps the reason and the details when the link is refused', async () => {
    const { status, body } = await send({ url: 'hello', reason: 'spam', note: 'Sells <b>fakes</b>' })
    expect(status).toBe(422)
    expect(body).toContain('<option value="spam" selected>')
    expect(body.match(/ selected>/g)).toHaveLength(1)
    expect(body).toContain('>Sells &lt;b&gt;fakes&lt;/b&gt;</textarea>')
  })

  it.each([
    ['no URL', '', 200, 'Report a link'],
    ['no short URL', 'hello', 422, 'Enter a short link'],
    ['another host', 'https://unknown.example/x', 422, 'does not exist'],
    ['no such link', 'http://localhost:8080/nothing-here', 422, 'does not exist'],
    ['markup', '"><script>alert(1)</script>', 422, '&quot;&gt;&lt;script&gt;'],
  ])('explains what is wrong, and stores nothing: %s', async (_name, url, status, text) => {
    const { body, ...sent } = await send({ url, reason: 'spam' })
    expect(sent.status).toBe(status)
    expect(body).toContain(text)
    expect(await stored()).toEqual([])
  })

  it('accepts unknown reasons and cuts long notes, and refuses bodies that are too long', async () => {
    await send({ url: await shortUrl(), reason: 'constructor', note: '€'.repeat(800) })
    const [row] = await stored()
    expect(row).toMatchObject({ reason: 'other', note: '€'.repeat(500) })
    expect((await send({ url: 'x'.repeat(20_000) })).status).toBe(413)
  })

  it('limits the reports of a network, with those of links that do not exist', async () => {
    const url = await shortUrl()
    const statuses: (number | undefined)[] = []
    for (let sent = 0; sent < 7; sent += 1)
      statuses.push((await send({ url: sent % 2 === 0 ? url : 'localhost:8080/nothing' }, '192.0.2.9')).status)
    expect(statuses).toEqual([200, 422, 200, 422, 200, 429, 429])
    expect((await send({ url }, '192.0.2.10')).status).toBe(200)
    // Reports of one network about one link are one report.
    expect(await stored()).toHaveLength(1)
  })

  it('limits the reports of a /48 of IPv6, in which one client can have many networks', async () => {
    const statuses: (number | undefined)[] = []
    for (let sent = 0; sent < 22; sent += 1)
      statuses.push((await send({ url: 'localhost:8080/nothing' }, `2001:db8:7:${sent}::1`)).status)
    expect(statuses).toEqual([...Array<number>(20).fill(422), 429, 429])
    expect((await send({ url: 'localhost:8080/nothing' }, '2001:db8:8::1')).status).toBe(422)
  })

  it('leaves an existing link with this slug alone, and the slug is reserved from now on', async () => {
    expectError(await both.ask('POST', '/short-urls', { url: 'https://example.com/', custom_alias: 'report' }), {
      status: 409,
      code: 'CONFLICT',
    })
    const link = await both.create({ custom_alias: 'reported' })
    expectError(await both.ask('PUT', `/short-urls/${link.id}`, { custom_alias: 'Report' }), {
      status: 409,
      code: 'CONFLICT',
    })
    await both.stores.sql`update links set code = 'report', rev = nextval('link_rev') where id = ${link.id}`
    await both.stores.redis.flushdb()
    expect((await both.ask('POST', '/domains/subdomains', { subdomain: 'go-links' })).status).toBe(201)
    await eventually(async () => expect((await both.follow('report')).headers.location).toBe('https://example.com/'))
    expect((await both.ask('PUT', `/short-urls/${link.id}`, { name: 'Kept' })).status).toBe(200)
    const sent = await send({ url: await shortUrl() })
    expect([sent.status, await stored()]).toEqual([405, []])
    expect((await both.follow('report', undefined, { host: 'go-links.localhost:8080' })).status).toBe(200)
    await both.ask('DELETE', `/short-urls/${link.id}`)
    await eventually(async () => expect((await both.follow('report')).status).toBe(200))
  })
})

describe('the store of reports', () => {
  const report = (link: { id: string }, network: string) =>
    storeReport(both.stores.sql, { link_id: link.id, reason: 'spam', note: null, network })

  it('has a limit for each link, also for reports at the same time', async () => {
    const link = await both.create()
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => report(link, `10.0.${index}.0`)))
    expect(new Set(outcomes)).toEqual(new Set(['stored']))
    expect(await stored()).toHaveLength(mostOfLink)
  })

  it('has a limit for all links', async () => {
    const [full, link] = [await both.create(), await both.create()]
    await both.stores.sql`
      insert into safety_reports (id, account_id, link_id, kind, reason, dismissed_at)
      select gen_random_uuid(), ${both.account.id}, ${full.id}, 'visitor', 'spam', now()
      from generate_series(1, ${mostOfAll}::int)`
    expect(await report(link, '10.0.0.0')).toBe('full')
    await both.stores.sql`delete from safety_reports where link_id = ${full.id}`
    expect(await report(link, '10.0.0.0')).toBe('stored')
    expect(await report({ id: uuidv7() }, '10.0.0.0')).toBe('no-link')
  })
})
