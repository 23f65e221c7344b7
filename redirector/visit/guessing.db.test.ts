import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishCurrent } from '#model/publish/publish-link.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { runRedirector } from '../../test/redirector/run-redirector.ts'
import { visit } from '../../test/redirector/visit.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

const mostPerMinute = 120

describe.each(['uws', 'node'] as const)('a client that opened too many unknown slugs, on %s', (transport) => {
  let stores: TestStores
  let links: Awaited<ReturnType<typeof linkWriter>>
  let redirector: Awaited<ReturnType<typeof runRedirector>>
  let clients = 0

  beforeAll(async () => {
    const settings = { TRANSPORT: transport, TRUSTED_PROXIES: '127.0.0.1' }
    stores = await openTestStores({ ...settings, REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
    links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
    redirector = await runRedirector(stores)
  })
  afterAll(async () => {
    await redirector.lifecycle.stop()
    await stores.close()
  })

  const goFrom = async (from: string, path: string, method = 'GET') =>
    (await visit(redirector.port, path, { method, headers: { 'x-forwarded-for': from } })).status
  const askedOfPostgres = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${redirector.internalPort}/metrics`)).text()
    return Number(/^records_asked_total.*"postgres".* (\d+)$/m.exec(metrics)?.[1])
  }

  /** Counts restart with each minute of the clock: a test that spans two runs again with another client. */
  async function inOneMinute(
    test: (client: { name: string; go: (path: string) => Promise<number | undefined> }) => Promise<void>,
  ) {
    for (;;) {
      const name = `198.51.100.${++clients}`
      const minute = () => Math.floor(Date.now() / 60_000)
      const began = minute()
      try {
        return await test({ name, go: (path) => goFrom(name, path) })
      } catch (error) {
        if (minute() === began) throw error
      }
    }
  }

  async function guess(go: (path: string) => Promise<number | undefined>, name: string, times: number) {
    const seen: (number | undefined)[] = []
    for (let time = 0; time < times; time++) seen.push(await go(`/dead-${name}-${time}`.replaceAll('.', '-')))
    return seen
  }

  it('gets 429 for unknown slugs, and still every live link', async () => {
    await links.insert('warm')
    await inOneMinute(async ({ name, go }) => {
      await go('/warm')
      const seen = await guess(go, name, mostPerMinute + 5)
      expect(seen).toEqual([...Array<number>(mostPerMinute).fill(404), ...Array<number>(5).fill(429)])
      expect(await go('/warm')).toBe(302)
      const created = `created-${clients}`
      await publishCurrent(stores.sql, stores.redis, await links.insert(created))
      expect(await go(`/${created}`)).toBe(302)
      expect(await go(`/${created}+`)).toBe(200)
      expect(await go('/dead')).toBe(429)
      expect(await goFrom(name, '/dead', 'POST')).toBe(429)
      expect(await goFrom('203.0.113.1', `/dead-${clients}`)).toBe(404)
    })
  })

  it('causes at most one Postgres query a second', async () => {
    await inOneMinute(async ({ name, go }) => {
      await guess(go, name, mostPerMinute)
      const before = await askedOfPostgres()
      const start = performance.now()
      const seen = await Promise.all(Array.from({ length: 200 }, (_, time) => go(`/more-${clients}-${time}`)))
      expect(new Set(seen)).toEqual(new Set([429]))
      const seconds = (performance.now() - start) / 1_000
      expect((await askedOfPostgres()) - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
    })
  })

  it('finds a live link that only Postgres has', async () => {
    await inOneMinute(async ({ name, go }) => {
      await guess(go, name, mostPerMinute + 1)
      await links.insert(`cold-${clients}`)
      await eventually(async () => expect(await go(`/cold-${clients}`)).toBe(302))
    })
  })
})
