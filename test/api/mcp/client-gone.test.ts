import { pino } from 'pino'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ch } from '#runtime/ch-tag.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'
import { connectCurrent } from '../support/mcp.ts'

const tenSeconds = ch`select sleepEachRow(0.1) from numbers(100) settings max_block_size = 1`
/** The number of concurrent calls that api/mcp/calls-at-once.ts allows per account. */
const mostAtOnce = 16

let stores: TestStores
let api: TestApi
let key: string
/** Signals of the queries sent to the click store. */
let signals: (AbortSignal | undefined)[] = []
const errors: string[] = []
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  const slow: TestStores['ch'] = {
    ...stores.ch,
    query: (_, row, options) => {
      signals.push(options?.signal)
      return stores.ch.query(tenSeconds, row, options)
    },
  }
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) })
  api = await startApi({ ...stores, ch: slow, log })
  key = (await createKey(stores.sql, await createAccount(stores.sql))).key
})
beforeEach(() => {
  signals = []
})
afterAll(async () => {
  // After an abort, fetch opens the next connection in advance, and the server would wait for a request on
  // it.
  const ended = getGlobalDispatcher()
  setGlobalDispatcher(new Agent())
  await ended.destroy()
  await api.close()
  await stores.close()
})

const post = (name: string, signal?: AbortSignal) =>
  fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
    ...(signal && { signal }),
  })

/** Aborts a call once its query runs, and waits for the query to end. */
async function expectAbandoned(client: AbortController, asked: Promise<unknown>): Promise<void> {
  const given = Promise.allSettled([asked])
  await eventually(() => expect(signals.map((signal) => signal?.aborted)).toEqual([false]))
  client.abort()
  expect(await given).toMatchObject([{ status: 'rejected' }])
  await eventually(() => expect(signals[0]?.aborted).toBe(true), 5_000)
}

it('a call ends its query when a client of the current revision cancels it', async () => {
  const agent = await connectCurrent(key, api.url)
  const client = new AbortController()
  await expectAbandoned(client, agent.call('get_analytics_timeline', {}, { signal: client.signal }))
  await agent.close()
})

it('a call ends its query when a client of the previous revision disconnects', async () => {
  const client = new AbortController()
  const read = async () => await (await post('get_analytics_timeline', client.signal)).text()
  await expectAbandoned(client, read())
})

it('an account has a limit of concurrent calls, and can call again when they end', async () => {
  const client = new AbortController()
  const refusals: Response[] = []
  const call = async () => {
    const answer = await post('get_analytics_timeline', client.signal)
    if (answer.status === 429) refusals.push(answer)
    else await answer.text()
  }
  const running = Promise.allSettled(Array.from({ length: mostAtOnce + 1 }, call))
  const refused = await eventually(() => {
    expect(refusals).toHaveLength(1)
    return refusals[0]!
  })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED' } })
  client.abort()
  await running
  await eventually(async () => expect((await post('list_short_urls')).status).toBe(200))
})

it('none of these clients is logged as an error', () => {
  expect(errors).toEqual([])
})
