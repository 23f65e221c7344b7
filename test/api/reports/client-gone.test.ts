import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ch } from '#runtime/ch-tag.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

const tenSeconds = ch`select sleepEachRow(0.1) from numbers(100) settings max_block_size = 1`

let stores: TestStores
let api: TestApi
let key: string
/** Signal of the last query sent to the click store. */
let signal: AbortSignal | undefined
let logged: { level: number; route?: string; msg: string }[] = []
beforeAll(async () => {
  stores = await openTestStores()
  const slow: TestStores['ch'] = {
    ...stores.ch,
    query: (_, row, options) => {
      signal = options?.signal
      return stores.ch.query(tenSeconds, row, options)
    },
  }
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  api = await startApi({ ...stores, ch: slow, log })
  key = (await createKey(stores.sql, await createAccount(stores.sql))).key
})
beforeEach(() => {
  signal = undefined
  logged = []
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

it.each(['/timeline', '/user-devices', '/utm/all', '/user-locations', '/urls-with-utm'])(
  'GET /analytics%s cancels its query when the client disconnects, which is not logged as an error',
  async (path) => {
    const client = new AbortController()
    const asked = fetch(`${api.url}/api/v1/analytics${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: client.signal,
    })
    const given = Promise.allSettled([asked])
    await eventually(() => expect(signal?.aborted).toBe(false))
    client.abort()
    expect(await given).toMatchObject([{ status: 'rejected' }])
    await eventually(() => expect(signal?.aborted).toBe(true), 5_000)
    const away = {
      level: 30,
      route: expect.stringContaining('/analytics/'),
      msg: expect.stringContaining('disconnected'),
    }
    await eventually(() => expect(logged).toMatchObject([away]))
  },
)
