import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readsDestinations, setDestinationChecks } from '#model/destinations/account-checks.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { headFile, objectKinds } from '#schemas/archive.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { exportArchive, importArchiveInto } from '../support/archives.ts'
import { filesOf, pack } from '../support/edit-archive.ts'
import { fillAccount, type Installation } from '../support/full-account.ts'
import { startApi, type TestApi } from '../support/http.ts'
import { account, api, key, keyOf, stores, useApi, useDrawing, useOneAccount } from '../support/use-api.ts'
import { readAccount } from '../support/whole-account.ts'

const settings = { RATE_LIMIT_FACTOR: '0', WEBHOOK_ALLOW_PRIVATE: 'true' }
useApi(settings)
useOneAccount('enterprise')
useDrawing()

let otherStores: TestStores
let otherApi: TestApi
let other: Installation
let archive: Buffer
beforeAll(async () => {
  otherStores = await openTestStores(settings)
  otherApi = await startApi(otherStores)
  const made = await createAccount(otherStores.sql, { plan: 'enterprise' })
  const { key: otherKey } = await createKey(otherStores.sql, made)
  other = { api: otherApi, stores: otherStores, account: made, key: otherKey }
  await fillAccount({ api, stores, account, key })
  await stores.sql.begin((tx) => setDestinationChecks(tx, account.id, false))
  archive = await exportArchive({ api, key })
})
afterAll(async () => {
  await otherApi.close()
  await otherStores.close()
})

describe('an account that another installation imports', () => {
  it('has everything and reports the same', async () => {
    const before = await readAccount({ api, key })
    const record = await importArchiveInto(other, archive)
    expect(record).toMatchObject({
      status: 'completed',
      error: null,
      analysis: { conflicts: 0, already_imported: 0, invalid: 0 },
      result: { renamed: 0, overwritten: 0, skipped: 0, failed: 0 },
      contents: { links: { found: 18, imported: 18 }, clicks: { found: 900, imported: 900 } },
    })
    expect(record.result.created).toBe(record.analysis.found)
    expect(await readsDestinations(other.stores.sql, other.account.id)).toBe(false)
    const after = await readAccount(other)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [path, shown] of Object.entries(before)) expect(after[path], path).toEqual(shown)
  })

  it('has nothing twice after a second import, and keeps its settings', async () => {
    await other.stores.sql.begin((tx) => setDestinationChecks(tx, other.account.id, true))
    const before = await rowsOf(other)
    const record = await importArchiveInto(other, archive)
    expect(record).toMatchObject({ status: 'completed', result: { created: 0, failed: 0 } })
    expect(record.analysis.already_imported).toBe(18)
    expect(await rowsOf(other)).toEqual(before)
    expect(await readsDestinations(other.stores.sql, other.account.id)).toBe(true)
  })

  it('keeps the settings that an archive of an earlier version does not have', async () => {
    const [head, ...files] = await filesOf(archive)
    const { settings, ...earlier } = JSON.parse(String(head?.content))
    expect(settings).toEqual({ checks_destinations: false })
    const target = await createAccount(otherStores.sql, { plan: 'enterprise' })
    const { key: targetKey } = await createKey(otherStores.sql, target)
    const content = Buffer.from(JSON.stringify({ ...earlier, format: 1 }))
    const into = { ...other, account: target, key: targetKey }
    const record = await importArchiveInto(into, pack([{ name: headFile, content }, ...files]), { conflict: 'rename' })
    expect(record).toMatchObject({ status: 'completed', error: null })
    expect(await readsDestinations(otherStores.sql, target.id)).toBe(true)
  })
})

describe('an account that the same installation imports', () => {
  it('becomes a copy with other ids, which leaves the original as it was', async () => {
    const before = await rowsOf({ stores, account })
    const copy = await createAccount(stores.sql, { plan: 'enterprise' })
    const target = { api, stores, account: copy, key: await keyOf(copy) }
    const record = await importArchiveInto(target, archive, { conflict: 'rename' })
    expect(record).toMatchObject({ status: 'completed', result: { failed: 0, skipped: 2 } })
    expect(await rowsOf({ stores, account })).toEqual(before)
    const copied = await rowsOf(target)
    // Its domains are taken, so its links are on the base domain.
    expect({ ...counted(copied), domains: 0 }).toEqual({ ...counted(before), domains: 0 })
    const ids = (rows: Rows) => rows['links']?.map(({ id }) => id) ?? []
    expect(ids(copied).filter((id) => ids(before).includes(id))).toEqual([])
  })
})

type Rows = Record<string, { id: unknown }[]>

/** Rows of an account by table, and its clicks. */
async function rowsOf({ stores: { sql, ch: store }, account: { id } }: Pick<Installation, 'stores' | 'account'>) {
  const rows: Rows = {}
  for (const kind of objectKinds) {
    const found = await sql<{ row: { id: unknown } }[]>`
      select to_jsonb(object) as row from ${sql(kind)} object where account_id = ${id} order by 1`
    rows[kind] = found.map(({ row }) => row)
  }
  const clicks = ch`select toString(click_id) as id from clicks where account_id = ${uuid(id)} order by id`
  rows['clicks'] = await store.query(clicks, z.object({ id: z.string() }))
  return rows
}

const counted = (rows: Rows) => Object.fromEntries(Object.entries(rows).map(([kind, { length }]) => [kind, length]))
