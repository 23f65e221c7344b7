import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#runtime/config.ts'
import { linkWriter } from '../test/redirector/link-writer.ts'
import { runRedirector, spooled } from '../test/redirector/run-redirector.ts'
import { storeClicks } from '../test/redirector/store-clicks.ts'
import { visit } from '../test/redirector/visit.ts'
import { cuttableWay } from '../test/stack/cuttable-way.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'

describe('a redirector whose stores go down', () => {
  let stores: TestStores
  let redirector: Awaited<ReturnType<typeof runRedirector>>
  let redis: Awaited<ReturnType<typeof cuttableWay>>
  let postgres: Awaited<ReturnType<typeof cuttableWay>>
  let links: Awaited<ReturnType<typeof linkWriter>>
  const go = (path: string) => visit(redirector.port, path)

  beforeAll(async () => {
    stores = await openTestStores({ REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
    redis = await cuttableWay(stores.urls.redis_url)
    postgres = await cuttableWay(stores.urls.database_url)
    const urls = { ...stores.urls, redis_url: redis.url, database_url: postgres.url }
    redirector = await runRedirector({ ...stores, urls })
    links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  })

  afterAll(async () => {
    await redirector.lifecycle.stop()
    await Promise.all([redis.cut(), postgres.cut()])
    await stores.close()
  })

  it('asks Postgres while Redis is down, and ships the clicks once it is back', async () => {
    await links.insert('no-redis', { tracking_enabled: true })
    await redis.cut()
    await eventually(async () => expect(await health()).toMatchObject({ status: 'degraded', degraded: ['redis'] }))
    expect((await go('/no-redis')).status).toBe(302)
    expect((await go('/not-there')).status).toBe(404)
    await eventually(async () =>
      expect((await spooled(stores)).filter((name) => name.endsWith('.seg'))).toHaveLength(1),
    )
    const metrics = await (await fetch(`http://127.0.0.1:${redirector.internalPort}/metrics`)).text()
    expect(metrics).toMatch(/^spool_segments_waiting\S* 1$/m)
    await redis.restore()
    const workers = storeClicks(stores)
    await eventually(() => expect(workers.clicks()).toHaveLength(1))
    await eventually(async () => expect(await spooled(stores)).toEqual([]))
    await workers.close()
  })

  it('reads many different links from Postgres at once while Redis is down', async () => {
    const codes = Array.from({ length: 100 }, (_, number) => `cold-${number}`)
    await Promise.all(codes.map((code) => links.insert(code)))
    await redis.cut()
    // Again if Postgres was locked for longer than a visit waits.
    await eventually(async () => {
      const visiting = await stores.sql.begin(async (tx) => {
        await tx`lock table links in access exclusive mode`
        const visited = statuses(codes.map((code) => `/${code}`))
        // By the time of this response, all of them wait.
        await go('/robots.txt')
        return { visited }
      })
      expect(await visiting.visited).toEqual(new Set([302]))
    })
    await redis.restore()
  })

  it('counts no click of a visitor who leaves before the response', async () => {
    await links.insert('slow', { tracking_enabled: true })
    await redis.cut()
    const staying = await stores.sql.begin(async (tx) => {
      await tx`lock table links in access exclusive mode`
      await leaveBefore('/slow')
      return { visited: go('/slow') }
    })
    expect((await staying.visited).status).toBe(302)
    await redis.restore()
    const workers = storeClicks(stores)
    await eventually(() => expect(workers.clicks()).not.toEqual([]))
    await eventually(async () => expect(await spooled(stores)).toEqual([]))
    expect(workers.clicks()).toHaveLength(1)
    await workers.close()
  })

  it('times out on an unresponsive Postgres, and serves again once it responds', async () => {
    await links.insert('held')
    await redis.cut()
    await stores.sql.begin(async (tx) => {
      await tx`lock table links in access exclusive mode`
      expect(await statuses(Array.from({ length: 40 }, () => '/held'))).toEqual(new Set([503]))
      expect(await statuses(Array.from({ length: 40 }, (_, number) => `/held-${number}`))).toEqual(new Set([503]))
    })
    await eventually(async () => expect((await go('/held')).status).toBe(302))
    await redis.restore()
  })

  it('times out on a Postgres that does not return the count of a limited link', async () => {
    await links.insert('limited', { tracking_enabled: true })
    await stores.sql`update links set max_clicks = 5, limited_since = rev where code = 'limited'`
    await eventually(async () => expect(await health()).toMatchObject({ status: 'ready' }))
    await stores.sql.begin(async (tx) => {
      await tx`lock table link_counts in access exclusive mode`
      expect((await go('/limited')).status).toBe(503)
    })
    await eventually(async () => expect((await go('/limited')).status).toBe(302))
  })

  it('serves known links from memory while all stores are down, and never reports a link as unknown', async () => {
    await links.insert('known', { tracking_enabled: true })
    await links.insert('not-seen-yet')
    await eventually(async () => expect((await go('/known')).status).toBe(302))
    await Promise.all([redis.cut(), postgres.cut()])
    // Longer than a record stays fresh.
    const end = performance.now() + 3_000
    do expect((await go('/known')).status).toBe(302)
    while (performance.now() < end)
    const unknown = await go('/not-seen-yet')
    expect(unknown).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect((await go('/readyz')).status).toBe(200)
    await Promise.all([redis.restore(), postgres.restore()])
    await eventually(async () => expect((await go('/not-seen-yet')).status).toBe(302))
  })

  it('starts while its stores are down, and serves once they are up', async () => {
    await Promise.all([redis.cut(), postgres.cut()])
    const config = readConfig({
      REDIRECT_PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      INSTANCE: '1',
      DATA_DIR: stores.config.DATA_DIR,
    })
    const urls = { ...stores.urls, redis_url: redis.url, database_url: postgres.url }
    const starting = runRedirector({ config, urls, log: stores.log })
    await Promise.all([redis.restore(), postgres.restore()])
    const second = await starting
    expect((await visit(second.port, '/known')).status).toBe(302)
    await second.lifecycle.stop()
  })

  // Runs last: for a minute after it this client is blocked.
  it('counts unknown slugs also for clients that leave before the response', async () => {
    // Again if Postgres was locked for longer than a visit waits, or if a new minute began, with which the counts restart.
    await eventually(async () => {
      await redis.cut()
      await stores.sql.begin(async (tx) => {
        await tx`lock table links in access exclusive mode`
        await Promise.all(Array.from({ length: 120 }, () => leaveBefore('/guessed')))
      })
      await redis.restore()
      await go('/guessed')
      expect((await go('/guess')).status).toBe(429)
    })
  })

  const health = async (): Promise<unknown> => JSON.parse((await go('/readyz')).body)
  const statuses = async (paths: string[]) => new Set((await Promise.all(paths.map(go))).map(({ status }) => status))

  /**
   * Requests a path and disconnects during the lookup; by the time another request gets its response, both
   * were noticed.
   */
  async function leaveBefore(path: string): Promise<void> {
    const client = connect(redirector.port, '127.0.0.1')
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost:8080\r\n\r\n`)
    await once(client, 'connect')
    await go('/robots.txt')
    client.resetAndDestroy()
    await go('/robots.txt')
  }
})
