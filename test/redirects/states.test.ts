import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agents, startBoth } from '../api/support/redirecting.ts'
import { storeClicks } from '../redirector/store-clicks.ts'
import { eventually } from '../stack/eventually.ts'

let both: Awaited<ReturnType<typeof startBoth>>
beforeAll(async () => {
  both = await startBoth()
})
afterAll(() => both.close())

const whereTo = async (path: string, agent?: string) => {
  const { status, headers } = await both.follow(path, agent)
  return [status, headers.location]
}

describe('the states of a link', () => {
  it('returns 404 before its start date, and then starts automatically', async () => {
    const link = await both.create({ starts_at: '2999-01-01T00:00:00Z' })
    expect(link).toMatchObject({ status: 'scheduled', starts_at: '2999-01-01T00:00:00.000Z' })
    expect((await both.follow(link.short_code)).status).toBe(404)
    await both.update(link.id, { starts_at: new Date(Date.now() + 1_000).toISOString() })
    await eventually(async () => expect((await both.follow(link.short_code)).status).toBe(302))
  })

  it('redirects to expired_url after its expiration date, or shows the 410 page without one', async () => {
    const expires_at = '2999-01-01T00:00:00Z'
    const late = await both.create({ expires_at, expired_url: 'https://example.com/late' })
    const gone = await both.create({ expires_at })
    for (const { id } of [late, gone]) {
      await both.stores.sql`update links set expires_at = now(), rev = nextval('link_rev') where id = ${id}`
    }
    await both.stores.redis.flushdb()
    expect(await whereTo(late.short_code)).toEqual([302, 'https://example.com/late'])
    expect(await both.follow(gone.short_code)).toMatchObject({ status: 410, body: expect.stringContaining('expired') })
    await both.update(gone.id, { expired_url: 'https://example.com/sorry' })
    expect(await whereTo(gone.short_code)).toEqual([302, 'https://example.com/sorry'])
  })
})

describe('visits of links that do not redirect', () => {
  it.each([
    ['deleted', 404, ({ id }: { id: string }) => both.ask('DELETE', `/short-urls/${id}`)],
    ['disabled', 404, ({ id }: { id: string }) => both.update(id, { is_active: false })],
    ['scheduled', 404, ({ id }: { id: string }) => both.update(id, { starts_at: '2999-01-01T00:00:00Z' })],
  ])('%s: do not count as unknown slugs, however many there are', async (_name, status, end) => {
    const link = await both.create()
    await end(link)
    const seen = new Set<number | undefined>()
    // More than twice the limit for unknown slugs, which are counted by the minute.
    for (let time = 0; time < 250; time++) seen.add((await both.follow(link.short_code)).status)
    expect(seen).toEqual(new Set([status]))
    expect((await both.follow(`${link.short_code}+`)).status).toBe(status)
    expect((await both.follow(`nothing-${link.short_code}`)).status).toBe(404)
  })
})

describe('destinations', () => {
  it('carry the UTM parameters of the link, unless the visit has its own', async () => {
    const link = await both.create({
      url: 'https://example.com/?utm_source=old&a=1',
      utm_source: 'own',
      utm_medium: 'm',
    })
    expect(link).toMatchObject({ original_url: 'https://example.com/?utm_source=old&a=1', utm: { utm_source: 'own' } })
    expect(await whereTo(link.short_code)).toEqual([302, 'https://example.com/?a=1&utm_source=own&utm_medium=m'])
    expect(await whereTo(`${link.short_code}?utm_source=visit`)).toEqual([
      302,
      'https://example.com/?a=1&utm_medium=m&utm_source=visit',
    ])
  })

  it('differ for iOS and Android', async () => {
    const { short_code } = await both.create({
      ios_url: 'https://ios.example/',
      android_url: 'https://android.example/',
      utm_source: 'u',
    })
    expect(await whereTo(short_code, agents.iphone)).toEqual([302, 'https://ios.example/?utm_source=u'])
    expect(await whereTo(short_code, agents.pixel)).toEqual([302, 'https://android.example/?utm_source=u'])
    expect(await whereTo(short_code, agents.laptop)).toEqual([302, 'https://example.com/?utm_source=u'])
  })
})

describe('the preview at <code>+', () => {
  it('shows the destination without redirecting', async () => {
    const { short_code } = await both.create({ url: 'https://example.com/?a="<b>&c' })
    for (const path of [`${short_code}+`, `${short_code}%2B`]) {
      const { status, body, headers } = await both.follow(path)
      expect([status, headers.location]).toEqual([200, undefined])
      expect(body).toContain('https://example.com/?a=%22%3Cb%3E&amp;c')
    }
    expect((await both.follow(`${short_code}+`, agents.laptop, { method: 'HEAD' })).body).toBe('')
  })

  it('is no more open than the link', async () => {
    const locked = await both.create({ url: 'https://secret.example/', password: 'open sesame' })
    const { status, body } = await both.follow(`${locked.short_code}+`)
    expect([status, body.includes('secret.example')]).toEqual([200, false])
    const off = await both.create()
    await both.update(off.id, { is_active: false })
    expect((await both.follow(`${off.short_code}+`)).status).toBe(404)
    expect((await both.follow('nothing-here+')).status).toBe(404)
    expect((await both.follow('+')).status).toBe(404)
  })
})

describe('the preview of a link with a click limit', () => {
  const preview = (code: string) => both.follow(`${code}+`)
  const secret = 'secret.example'

  it('shows no destination, uses up no click, and returns 410 once the limit is reached', async () => {
    const link = await both.create({
      url: `https://${secret}/?token=1`,
      max_clicks: 2,
      expired_url: 'https://example.com/late',
    })
    expect((await both.follow(link.short_code)).status).toBe(302)
    for (let time = 0; time < 5; time++) {
      const { status, body } = await preview(link.short_code)
      expect([status, body.includes('click limit'), body.includes(secret)]).toEqual([200, true, false])
    }
    expect((await both.follow(link.short_code)).headers.location).toBe(`https://${secret}/?token=1`)
    expect(await whereTo(link.short_code)).toEqual([302, 'https://example.com/late'])
    const { status, headers, body } = await preview(link.short_code)
    expect([status, headers.location, body.includes(secret)]).toEqual([410, undefined, false])
  })

  it('reveals as little as the link while clicks cannot be counted', async () => {
    const { short_code } = await both.create({ url: `https://${secret}/`, max_clicks: 1 })
    expect((await preview(short_code)).status).toBe(200)
    await both.stores.sql.begin(async (tx) => {
      await tx`lock table link_counts in access exclusive mode`
      await both.stores.redis.del(await both.stores.redis.keys('visits:*'))
      const { status, body } = await preview(short_code)
      expect([status, body.includes(secret)]).toEqual([503, false])
    })
  })
})

describe('the social card of a link', () => {
  const og = { title: 'A "title" <b>', description: 'Text', image_url: 'https://example.com/card.png' }

  it('is shown only to crawlers that display it', async () => {
    const { short_code } = await both.create({ og })
    const { status, body } = await both.follow(short_code, agents.facebook)
    expect(status).toBe(200)
    expect(body).toContain('<meta property="og:title" content="A &quot;title&quot; &lt;b&gt;">')
    expect(body).toContain('<meta property="og:image" content="https://example.com/card.png">')
    expect((await both.follow(short_code, agents.laptop)).status).toBe(302)
    expect((await both.follow(short_code, agents.google)).status).toBe(302)
    const plain = await both.create()
    expect((await both.follow(plain.short_code, agents.facebook)).status).toBe(302)
  })

  it('is recorded as a visit, and reveals nothing of a locked destination', async () => {
    const workers = storeClicks(both.stores)
    const { id, short_code } = await both.create({ og })
    await both.follow(short_code, agents.facebook)
    await eventually(() => expect(workers.clicks().filter(({ link_id }) => link_id === id)).toHaveLength(1))
    await workers.close()
    const locked = await both.create({ og, url: 'https://secret.example/', password: 'open sesame' })
    const { status, body } = await both.follow(locked.short_code, agents.facebook)
    expect([status, body.includes('og:title'), body.includes('secret.example')]).toEqual([200, true, false])
  })
})
