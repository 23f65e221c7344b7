import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { runRedirector } from '../../test/redirector/run-redirector.ts'
import { storeClicks } from '../../test/redirector/store-clicks.ts'
import { visit } from '../../test/redirector/visit.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

describe.each(['uws', 'node'] as const)('a visit whose client disconnects before the response, on %s', (transport) => {
  let stores: TestStores
  let redirector: Awaited<ReturnType<typeof runRedirector>>
  let links: Awaited<ReturnType<typeof linkWriter>>

  beforeAll(async () => {
    stores = await openTestStores({ TRANSPORT: transport, REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
    redirector = await runRedirector(stores)
    links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  })
  afterAll(async () => {
    await redirector.lifecycle.stop()
    await stores.close()
  })

  const go = (path: string) => visit(redirector.port, path)

  /** By the time another request gets its response, the request and the end of its connection were noticed. */
  async function leaveBefore(path: string): Promise<void> {
    const client = connect(redirector.port, '127.0.0.1')
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost:8080\r\n\r\n`)
    await once(client, 'connect')
    await go('/robots.txt')
    client.resetAndDestroy()
    await go('/robots.txt')
  }

  it('is a click if the click limit has counted it, so that the limit is reached', async () => {
    await links.insert('for-one', { tracking_enabled: true })
    await stores.sql`update links set max_clicks = 1, limited_since = rev where code = 'for-one'`
    const workers = storeClicks(stores)
    onTestFinished(() => workers.close())
    // Again if Postgres was locked for longer than a visit waits. A second click would be refused.
    await eventually(async () => {
      await stores.sql.begin(async (tx) => {
        await tx`lock table link_counts in access exclusive mode`
        await leaveBefore('/for-one')
      })
      expect(workers.clicks()).toHaveLength(1)
    })
    expect((await go('/for-one')).status).toBe(410)
    expect(workers.clicks()).toHaveLength(1)
  })

  it('is a click if targeting rules have numbered it, so that every number belongs to a click', async () => {
    const workers = storeClicks(stores)
    onTestFinished(() => workers.close())
    const urls = () => workers.clicks().map(({ destination_url }) => destination_url)
    let attempts = 0
    // Again if Postgres was locked for longer than a visit waits, which then has no number.
    const code = await eventually(async () => {
      const tried = `numbered-${++attempts}`
      const destination = `https://example.org/first-of-${tried}`
      await insertNumbered(tried, destination)
      await stores.sql.begin(async (tx) => {
        await tx`lock table link_counts in access exclusive mode`
        await leaveBefore(`/${tried}`)
      })
      await eventually(() => expect(urls()).toContain(destination), 5_000)
      return tried
    })
    expect((await go(`/${code}`)).headers.location).toBe('https://example.org/')
  })

  /** A link whose first click has another destination. */
  async function insertNumbered(code: string, destination_url: string): Promise<void> {
    await links.insert(code, { tracking_enabled: true })
    const conditions = [{ type: 'click_number', operator: 'eq', value: 1 }]
    const rule = { id: uuidv7(), name: 'First', priority: 1, match: 'all', conditions, destination_url }
    await stores.sql`
      update links set targeting_rules = ${stores.sql.json([rule])}, numbered_since = rev
      where code = ${code}`
  }
})
