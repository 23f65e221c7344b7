import { expect, it } from 'vitest'
import { api, key, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

/** Each connection of the pool prepares each statement. */
const rounds = 24

const failed: string[] = []

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<string> {
  const { status, json } = await api.request(method, path, { key, body })
  if (status !== (method === 'POST' ? 201 : 200)) failed.push(`${method} ${path} returned ${status}`)
  return json.data?.id
}

async function callEverything(): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const link = await call('POST', '/short-urls', { url: 'https://example.com/' })
    await call('PUT', `/short-urls/${link}`, { name: 'Changed' })
    await call('POST', `/short-urls/${link}/duplicate`, {})
    await call('GET', '/short-urls?limit=5')
    await call('DELETE', `/short-urls/${link}`)
    const campaign = await call('POST', '/campaigns', { name: `Campaign ${Math.random()}` })
    await call('PUT', `/campaigns/${campaign}`, { description: 'Changed' })
    await call('DELETE', `/campaigns/${campaign}`)
  }
}

/** What a later version may do while the processes of this one run. */
async function addColumns(): Promise<void> {
  const tables = await stores.sql<{ name: string }[]>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) await stores.sql`alter table ${stores.sql(name)} add column added_later text`
}

it('no call fails after a migration has added a column to every table', async () => {
  await callEverything()
  await addColumns()
  await callEverything()
  expect(failed).toEqual([])
})
