import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { purgeClicks } from '#model/clicks/purge-clicks.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { eventually } from '../../stack/eventually.ts'
import { exportArchive, importArchiveInto } from '../support/archives.ts'
import { account, api, key, stores, useApi, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount('enterprise')

let deleted: string
let archive: Buffer
beforeAll(async () => {
  const body = { url: 'https://example.com/', custom_alias: 'restored' }
  deleted = (await api.request('POST', '/short-urls', { key, body })).json.data.id
  await storeClicks(stores.ch, [{ account_id: account.id, link_id: deleted, at: '2026-03-01T12:00:00Z' }])
  archive = await exportArchive({ api, key })
  expect((await api.request('DELETE', `/short-urls/${deleted}`, { key })).status).toBe(200)
})

const find = async () => (await api.request('GET', '/short-urls/restored', { key })).json.data

const restore = () => importArchiveInto({ api, stores, account, key }, archive)

const clickRow = z.object({ link_id: z.guid() })
const linksOfClicks = async () =>
  (await stores.ch.query(ch`select link_id from clicks where account_id = ${uuid(account.id)}`, clickRow)).map(
    ({ link_id }) => link_id,
  )

it('a deleted link that an archive restores has its clicks once, although the old ones were not purged yet', async () => {
  const record = await restore()
  expect(record).toMatchObject({ status: 'completed', contents: { clicks: { found: 1, imported: 1 } } })
  const { id: restored } = await find()
  expect(restored).not.toBe(deleted)
  const again = await restore()
  expect(again).toMatchObject({ status: 'completed', analysis: { already_imported: 1 }, result: { created: 0 } })

  await stores.sql`update deleted_links set deleted_at = now() - interval '2 days'`
  await eventually(async () => {
    await stores.sql.begin((tx) => purgeClicks(tx, { sql: stores.sql, clickhouse: stores.ch }, 'now'))
    const [state] = await stores.sql`select purges from deleted_links where link_id = ${deleted}`
    expect(state).toEqual({ purges: 3 })
  })
  expect(await linksOfClicks()).toEqual([restored])
  expect(await find()).toMatchObject({ actual_clicks: 1 })
})
