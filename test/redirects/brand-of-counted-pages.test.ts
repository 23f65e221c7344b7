import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agents } from '../api/support/redirecting.ts'
import { startAll } from '../api/support/scanning.ts'

describe.each(['uws', 'node'])('a page whose visit is a click, on %s', (transport) => {
  let all: Awaited<ReturnType<typeof startAll>>
  let host: string
  const place = { url_type: 'subdomain', subdomain: 'branded-pages' }
  beforeAll(async () => {
    all = await startAll({ TRANSPORT: transport })
    const body = { subdomain: place.subdomain, brand: { name: 'Fish and Chips' } }
    host = (await all.ask('POST', '/domains/subdomains', body)).json.data.domain
  })
  afterAll(() => all.close())

  /** The later visits find the link in memory. */
  const openOften = async (path: string) => {
    const seen: [number | undefined, boolean][] = []
    for (let time = 0; time < 3; time++) {
      const { status, body } = await all.follow(path, agents.iphone, { host })
      seen.push([status, body.includes('<span dir="auto">Fish and Chips</span>')])
    }
    return seen
  }
  const branded = [200, true]

  it.each([
    ['wifi', { ssid: 'Guests', password: 'open sesame' }],
    ['vcard', { first_name: 'Ada' }],
    ['text', { text: 'Closed today' }],
  ])('has the brand of its domain each time: %s', async (content_type, content_data) => {
    const { path } = await all.generate({ content_type, content_data, tracking_enabled: true, ...place })
    expect(await openOften(path)).toEqual([branded, branded, branded])
  })

  it('has the brand of its domain each time: a link to an app', async () => {
    const { short_code } = await all.create({ ios_url: 'myapp://product/42', ...place })
    expect(await openOften(short_code)).toEqual([branded, branded, branded])
  })
})
