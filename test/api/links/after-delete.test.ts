import { expect, it } from 'vitest'
import { purgeClicks } from '#model/clicks/purge-clicks.ts'
import { storeClicks } from '../../factories/clicks.ts'
import {
  account,
  anotherKey,
  create,
  expectError,
  follow,
  freshAlias,
  get,
  remove,
  stores,
  useRedirector,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()
useRedirector()

it('deleting a short URL removes the redirect and frees its slug for any account at once', async () => {
  const custom_alias = freshAlias('again')
  for (const url of ['https://example.com/first', 'https://example.com/second', 'https://example.com/third']) {
    const link = await create({ custom_alias, url })
    expect((await follow(custom_alias)).headers.location).toBe(url)
    expect((await remove(link.id)).status).toBe(200)
    expect((await follow(custom_alias)).status).toBe(404)
    expectError(await get(`/short-urls/${link.id}`), { status: 404, code: 'NOT_FOUND' })
    expectError(await get(`/short-urls/${custom_alias}`), { status: 404, code: 'NOT_FOUND' })
  }
  await create({ custom_alias, url: 'https://example.com/of-another' }, await anotherKey())
  expect((await follow(custom_alias)).headers.location).toBe('https://example.com/of-another')
})

it('deleting a short URL deletes its analytics only; a new link with the slug starts without clicks', async () => {
  const custom_alias = freshAlias('counted')
  const [gone, kept] = [await create({ custom_alias }), await create()]
  const click = { account_id: account.id, at: new Date().toISOString() }
  await storeClicks(stores.ch, [
    { ...click, link_id: gone.id },
    { ...click, link_id: gone.id },
    { ...click, link_id: kept.id },
  ])
  expect(await clicksOf('timeline')).toBe(3)
  await remove(gone.id)
  expect(await clicksOf('timeline')).toBe(1)
  await stores.sql.begin((tx) => purgeClicks(tx, { sql: stores.sql, clickhouse: stores.ch }, 'now'))
  const again = await create({ custom_alias })
  expect(again).toMatchObject({ click_count: 0, stored_clicks: 0, actual_clicks: 0, unique_visitors: 0 })
  expect((await get(`/short-urls/${again.id}`)).json.data).toEqual(again)
})

it('deleting a short URL requires the account that owns it', async () => {
  const link = await create()
  expectError(await remove(link.id, await anotherKey()), { status: 403, code: 'ACCESS_DENIED' })
  expect((await follow(link.short_code)).status).toBe(302)
})

async function clicksOf(report: string): Promise<number> {
  const { json } = await get(`/analytics/${report}?days=1`)
  return json.data.reduce((sum: number, { clicks }: { clicks: number }) => sum + clicks, 0)
}
