import { afterAll, beforeAll, expect, it } from 'vitest'
import { Proxy } from '../../test/guarantees/proxy.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { runRedirector, spooled } from '../../test/redirector/run-redirector.ts'
import { storeClicks } from '../../test/redirector/store-clicks.ts'
import { visit } from '../../test/redirector/visit.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

/** Time until a silent connection is dropped, on a busy machine too. */
const noticedWithinMs = 45_000

let stores: TestStores
let proxy: Proxy
let redirector: Awaited<ReturnType<typeof runRedirector>>
let workers: ReturnType<typeof storeClicks>

beforeAll(async () => {
  stores = await openTestStores({ REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
  proxy = await Proxy.open(stores.urls.redis_url)
  const urls = { ...stores.urls, redis_url: proxy.route(stores.urls.redis_url) }
  redirector = await runRedirector({ ...stores, urls })
  workers = storeClicks(stores)
  const links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  await links.insert('tracked', { tracking_enabled: true })
})

afterAll(async () => {
  await redirector?.lifecycle.stop()
  await workers?.close()
  await proxy?.close()
  await stores?.close()
})

const visitAndStore = async (batches: number) => {
  expect((await visit(redirector.port, '/tracked')).status).toBe(302)
  await eventually(() => expect(workers.batches()).toBe(batches))
}

it('receives acknowledgments again after its subscription was silently lost', async () => {
  await visitAndStore(1)
  await eventually(async () => expect(await spooled(stores)).toEqual([]))
  proxy.strand('subscribe')
  await visitAndStore(2)
  expect(await spooled(stores)).toHaveLength(1)
  await eventually(async () => expect(await spooled(stores)).toEqual([]), noticedWithinMs)
})
