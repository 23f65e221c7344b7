import { expect, it } from 'vitest'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import { startApi } from '../support/http.ts'
import { anotherKey, stores, api as ungated, useApi } from '../support/use-api.ts'

useApi()

/** The click store, whose queries wait until the gate is open. */
function gated() {
  const counts = { running: 0, most: 0, started: 0 }
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const query: ClickHouse['query'] = async (...asked) => {
    counts.started += 1
    counts.running += 1
    counts.most = Math.max(counts.most, counts.running)
    try {
      await gate
      return await stores.ch.query(...asked)
    } finally {
      counts.running -= 1
    }
  }
  return { ch: { ...stores.ch, query }, counts, open: () => open() }
}

it('at most 8 queries of an account run at the same time, for all keys and reports; others wait', async () => {
  const { ch, counts, open } = gated()
  const api = await startApi({ ...stores, ch })
  const account = await createAccount(stores.sql)
  const keys = await Promise.all(Array.from({ length: 3 }, async () => (await createKey(stores.sql, account)).key))
  const paths = ['/analytics/timeline', '/analytics/user-devices', '/analytics/complete/all', '/analytics/recent']
  const asked = keys.flatMap((key) => paths.map((path) => api.request('GET', path, { key })))
  await eventually(() => expect(counts.running).toBe(8))

  const other = await anotherKey()
  const others = api.request('GET', '/analytics/timeline', { key: other })
  await eventually(() => expect(counts.running).toBe(9))
  open()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect((await others).status).toBe(200)
  expect([counts.most, counts.running]).toEqual([9, 0])
  expect(counts.started).toBeGreaterThan(12)
  await api.close()
})

it('a client that disconnects while waiting leaves the queue, and too many are rejected', async () => {
  const { ch, counts, open } = gated()
  const api = await startApi({ ...stores, ch })
  const key = await anotherKey()
  const client = new AbortController()
  const ask = (signal?: AbortSignal) =>
    fetch(`${api.url}/api/v1/analytics/timeline`, {
      headers: { authorization: `Bearer ${key}` },
      ...(signal && { signal }),
    }).then(
      ({ status }) => status,
      () => 0,
    )
  const first = Array.from({ length: 8 }, () => ask())
  await eventually(() => expect(counts.running).toBe(8))
  const gone = Array.from({ length: 50 }, () => ask(client.signal))
  client.abort()
  expect(new Set(await Promise.all(gone))).toEqual(new Set([0]))
  const statuses: number[] = []
  const waiting = Array.from({ length: 230 }, () => ask().then((status) => void statuses.push(status)))
  await eventually(() => expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30))
  open()
  await Promise.all(waiting)
  expect(await Promise.all(first)).toEqual(Array(8).fill(200))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  await api.close()
})

it('a change that is committed while too many queries are waiting returns its record without counts', async () => {
  const { ch, counts, open } = gated()
  const api = await startApi({ ...stores, ch })
  const key = await anotherKey()
  const { json } = await ungated.request('POST', '/short-urls', { key, body: { url: 'https://example.com/' } })
  const statuses: number[] = []
  const ask = async () => {
    statuses.push((await api.request('GET', '/analytics/timeline', { key })).status)
  }
  const waiting = Array.from({ length: 230 }, ask)
  await eventually(() => expect([counts.running, statuses.includes(429)]).toEqual([8, true]))
  const changed = await api.request('PUT', `/short-urls/${json.data.id}`, { key, body: { name: 'Renamed' } })
  expect([changed.status, changed.json.data]).toEqual([
    200,
    expect.objectContaining({ name: 'Renamed', actual_clicks: null, unique_visitors: null }),
  ])
  open()
  await Promise.all(waiting)
  await api.close()
})
