import { expect, it } from 'vitest'
import { api, create, expectError, key, read, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

const ask = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { key, ...(body !== undefined && { body }) })
const at = (name: string, act = '') => `/tags/${encodeURIComponent(name)}${act}`
const names = async () => (await ask('GET', '/tags')).json.data.map(({ name }: { name: string }) => name)

/** The link has the new name, and the campaign still has the former one. */
async function interrupt() {
  const link = await create({ tags: ['before'] })
  const campaign = (await ask('POST', '/campaigns', { name: 'C', tags: ['before'] })).json.data
  await stores.sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`
  await stores.sql`create trigger refuse before update on campaigns for each row execute function refuse()`
  const { status } = await ask('PUT', at('before'), { name: 'after', color: 'green' })
  await stores.sql`drop function refuse cascade`
  const tags = async () => [(await read(link.id)).tags, (await ask('GET', `/campaigns/${campaign.id}`)).json.data.tags]
  expect([status, await tags()]).toEqual([500, [['after'], ['before']]])
  return tags
}

it.each([
  ['the same request', 'PUT', at('before'), { name: 'after', color: 'green' }, ['after']],
  ['the opposite rename', 'PUT', at('after'), { name: 'before' }, ['before']],
  ['another rename', 'PUT', at('after'), { name: 'later' }, ['later']],
  ['a merge into the new name', 'POST', at('before', '/merge'), { into: 'after' }, ['after']],
  ['a deletion', 'DELETE', at('after'), undefined, []],
])('is completed by %s', async (_, method, path, body, left) => {
  const tags = await interrupt()
  expect((await ask(method, path, body)).status).toBe(200)
  expect([await tags(), await names()]).toEqual([[left, left], left])
  expect(await stores.sql`select from tags where former_names <> '{}'`).toHaveLength(0)
})

it('is not completed by a change of the color', async () => {
  const tags = await interrupt()
  expect((await ask('PUT', at('after'), { color: 'blue' })).json.data).toMatchObject({ color: 'blue', link_count: 1 })
  expect(await tags()).toEqual([['after'], ['before']])
  expect((await ask('PUT', at('before'), { name: 'after' })).json.data).toMatchObject({ color: 'blue' })
  expect(await tags()).toEqual([['after'], ['after']])
})

it('returns the completed counts, and later treats the former name as that of another tag', async () => {
  await interrupt()
  const { data } = (await ask('PUT', at('before'), { name: 'after' })).json
  expect(data).toMatchObject({ name: 'after', color: 'green', link_count: 1, campaign_count: 1 })
  expectError(await ask('PUT', at('before'), { name: 'after' }), { status: 404, code: 'NOT_FOUND' })
  await create({ tags: ['before'] })
  expectError(await ask('PUT', at('before'), { name: 'after' }), { status: 409, code: 'CONFLICT' })
})
