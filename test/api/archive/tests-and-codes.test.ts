import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBlocklist } from '#model/safety/blocklist.ts'
import { createAccount } from '../../factories/account.ts'
import { exportArchive, importArchiveInto } from '../support/archives.ts'
import { editArchive } from '../support/edit-archive.ts'
import type { Installation } from '../support/full-account.ts'
import { api, key, keyOf, stores, useApi, useDrawing, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount('enterprise')
useDrawing()

const evil = 'https://www.evil.example/login'
const blocked = 'must not be on evil.example, which the operator of this installation has blocked.'

let archive: Buffer
let target: Installation
beforeAll(async () => {
  const variants = [{ destination_url: 'https://example.com/a' }, { destination_url: 'https://example.com/b' }]
  for (const name of ['Fine', 'Listed', 'Loop', 'Ended', 'Served']) await make('/url-ab-tests', { name, variants })
  const menu = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
  for (const name of ['Fine', 'Listed', 'Orphan']) await make('/qr-codes/generate', { name, ...menu })
  await make('/qr-codes/generate', { name: 'Dynamic', ...menu, is_dynamic: true, tracking_enabled: true })
  await make('/qr-codes/generate', { name: 'Card', content_type: 'vcard', content_data: { first_name: 'Eve' } })
  archive = await exportArchive({ api, key })
  await block('evil.example')
})
beforeEach(async () => {
  const made = await createAccount(stores.sql, { plan: 'enterprise' })
  target = { api, stores, account: made, key: await keyOf(made) }
})

async function make(path: string, body: object): Promise<void> {
  const reply = await api.request('POST', path, { key, body })
  expect(reply.status, reply.text).toBeLessThan(300)
}

async function block(host: string): Promise<void> {
  const BLOCKLIST = join(stores.config.DATA_DIR, 'blocklist.txt')
  await writeFile(BLOCKLIST, `${host}\n`)
  const config = Object.assign(stores.config, { BLOCKLIST, BLOCKLIST_EXCEPT: [] })
  const lifecycle = { onStop: () => undefined }
  await (await startBlocklist({ sql: stores.sql, log: stores.log, config, lifecycle })).stop()
}

/** What somebody writes into an archive by hand, by kind and name. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test edits what it knows
const edits: Record<string, Record<string, (row: any) => object>> = {
  ab_tests: {
    Listed: ({ variants: [first, second] }) => ({ variants: [first, { ...second, destination_url: evil }] }),
    Loop: ({ variants: [first, second] }) => ({
      variants: [{ ...first, destination_url: `http://${stores.config.BASE_DOMAIN}/own` }, second],
    }),
    Ended: ({ variants: [first, second], created_at }) => ({
      ...{ status: 'completed', started_at: created_at, completed_at: created_at },
      variants: [first, { ...second, destination_url: evil }],
    }),
    Served: ({ variants: [first, second], created_at }) => ({
      ...{ status: 'completed', started_at: created_at, completed_at: created_at },
      ...{ serves_winner: true, winner_variant_id: second.id },
      variants: [first, { ...second, destination_url: evil }],
    }),
  },
  qr_codes: {
    Listed: () => ({ content_data: { url: evil } }),
    Card: ({ content_data }) => ({ content_data: { ...content_data, website: evil } }),
    Orphan: () => ({ link_id: null, is_dynamic: true, payload: evil }),
  },
}

const hostile = () => editArchive(archive, (kind, row) => ({ ...row, ...edits[kind]?.[row.name as string]?.(row) }))

async function namesOf(table: 'ab_tests' | 'qr_codes'): Promise<string[]> {
  const rows = await stores.sql<{ name: string }[]>`
    select name
    from ${stores.sql(table)}
    where account_id = ${target.account.id}
    order by name`
  return rows.map(({ name }) => name)
}

describe('URLs that an edited archive has in A/B tests and QR codes', () => {
  it('are imported without an edit', async () => {
    const record = await importArchiveInto(target, archive, { conflict: 'rename' })
    expect(record).toMatchObject({ status: 'completed', result: { failed: 0, skipped: 0 } })
    expect(await namesOf('ab_tests')).toEqual(['Ended', 'Fine', 'Listed', 'Loop', 'Served'])
    expect(await namesOf('qr_codes')).toEqual(['Card', 'Dynamic', 'Fine', 'Listed', 'Orphan'])
  })

  it('are refused on the blocklist, and where they would loop, and everything else is imported', async () => {
    const record = await importArchiveInto(target, await hostile(), { conflict: 'rename' })
    expect(record).toMatchObject({ status: 'completed', result: { failed: 6, skipped: 0 } })
    const { json } = await api.request('GET', `/imports/${record.id}/items?outcome=failed`, { key: target.key })
    const messages = json.data.map(({ message }: { message: string }) => message)
    expect(messages.toSorted()).toEqual(
      [
        `A/B test “Listed”: \`variants.1.destination_url\` ${blocked}`,
        'A/B test “Loop”: `variants.0.destination_url` must not be a short URL of this installation.',
        `A/B test “Served”: \`variants.1.destination_url\` ${blocked}`,
        `QR code “Card”: \`content_data.website\` ${blocked}`,
        `QR code “Listed”: \`content_data.url\` ${blocked}`,
        `QR code “Orphan”: \`payload\` ${blocked}`,
      ].toSorted(),
    )
    // Nobody is redirected to a variant that has lost.
    expect(await namesOf('ab_tests')).toEqual(['Ended', 'Fine'])
    expect(await namesOf('qr_codes')).toEqual(['Dynamic', 'Fine'])
    expect(record.contents).toMatchObject({
      ab_tests: { found: 5, imported: 2 },
      qr_codes: { found: 5, imported: 2 },
    })
  })
})
