import { expect, it } from 'vitest'
import { lockCampaign, releaseMembers, removeCampaign } from '#model/campaigns/campaigns.ts'
import { readArchivePart } from '#model/imports/archive/archive-parts.ts'
import { importArchivePart } from '#model/imports/archive/import-archive.ts'
import { takeImport } from '#model/imports/import-turn.ts'
import { openQueue } from '#runtime/queues.ts'
import { analyzeArchive } from '../../../workers/imports/run-archive.ts'
import { createAccount } from '../../factories/account.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { exportArchive, uploadArchive } from '../support/archives.ts'
import type { Installation } from '../support/full-account.ts'
import { account, api, key, keyOf, stores, useApi, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount('enterprise')

const make = async (path: string, body: object) => (await api.request('POST', path, { key, body })).json.data

/** Imports an archive up to its QR codes. Returns a function that imports them. */
async function importUntilCodes(target: Installation, archive: Buffer): Promise<() => Promise<void>> {
  const { json } = await uploadArchive(target, archive, { conflict: 'rename' })
  const run = await takeImport(stores.sql, json.data.id)
  if (run === undefined) throw new Error('the import is not running')
  const importing = { stores: { ...stores, qrQueue: openQueue('qr', stores.redis) }, run }
  await analyzeArchive(importing.stores, run, new AbortController().signal)
  for (;;) {
    const part = await readArchivePart(stores.sql, run.id)
    if (part === undefined) throw new Error('the archive has no QR codes')
    if (part.kind === 'qr_codes') return () => importArchivePart(importing, part)
    await importArchivePart(importing, part)
  }
}

it('a campaign is deleted while an archive is imported, and its QR codes are imported without it', async () => {
  const campaign = await make('/campaigns', { name: 'Spring' })
  for (const custom_alias of ['one', 'two']) {
    const link = await make('/short-urls', { url: 'https://example.com/', custom_alias, campaign_id: campaign.id })
    await createQrCode(stores.sql, account, { is_dynamic: true, link_id: link.id, campaign_id: campaign.id })
  }
  const made = await createAccount(stores.sql, { plan: 'enterprise' })
  const target = { api, stores, account: made, key: await keyOf(made) }
  const importCodes = await importUntilCodes(target, await exportArchive({ api, key }))
  const { importing } = await stores.sql.begin(async (tx) => {
    const found = await lockCampaign(tx, made.id, 'Spring')
    const importing = Promise.allSettled([importCodes()])
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
    const id = found?.id ?? ''
    const { links } = await releaseMembers(tx, id, 10)
    expect(links).toHaveLength(2)
    await removeCampaign(tx, id)
    return { importing }
  })
  expect(await importing).toEqual([{ status: 'fulfilled', value: undefined }])
  const codes = await stores.sql`select campaign_id from qr_codes where account_id = ${made.id} and link_id is not null`
  expect([...codes]).toEqual([{ campaign_id: null }, { campaign_id: null }])
})
