import { expect, it } from 'vitest'
import { eventually } from '../../stack/eventually.ts'
import { api, key, stores, useApi, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount('enterprise')

const read = (path: string, signal: AbortSignal | null = null) =>
  fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` }, signal })

it('an export whose client disconnects before its first byte leaves room for others', async () => {
  const { sql } = stores
  await sql.begin(async (holding) => {
    await holding`lock table conversions in access exclusive mode`
    const leaving = new AbortController()
    const left = [1, 2].map(() => read('/account/export', leaving.signal))
    await eventually(async () => {
      const waiting = await sql`select from pg_locks where relation = 'conversions'::regclass and not granted`
      expect(waiting.count).toBe(2)
    })
    expect((await read('/account/export')).status, 'a third one at once').toBe(503)
    leaving.abort()
    await Promise.all(left.map((request) => expect(request).rejects.toThrow()))
    // After these responses, the API has noticed it.
    for (let request = 0; request < 3; request += 1) expect((await read('/campaigns')).status).toBe(200)
  })
  for (const path of ['/account/export', '/analytics/export?format=parquet'])
    await eventually(async () => {
      const response = await read(path)
      await response.arrayBuffer()
      expect(response.status, path).toBe(200)
    })
})
