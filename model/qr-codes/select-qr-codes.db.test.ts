import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sql } from '#runtime/postgres.ts'
import { qrCodeSorts } from '#schemas/qr-codes.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { createAccount } from '../../test/factories/account.ts'
import { explain, indexesIn, scannedIn } from '../../test/stack/explain.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { readRecord } from '../publish/build-record.ts'
import { readQrCode } from './read-qr-code.ts'
import { countQrCodes, type QrCodeFilter, selectQrCodes } from './select-qr-codes.ts'

const many = 50_000

let stores: TestStores
let reach: { account_id: string; domain_ids: null }
beforeAll(async () => {
  stores = await openTestStores()
  const { sql } = stores
  reach = { account_id: (await createAccount(sql)).id, domain_ids: null }
  const other = (await createAccount(sql)).id
  await sql`
    insert into qr_codes (id, account_id, name, content_type, content_data, content_text, payload, visual_settings,
      scan_check, expires_at, created_at)
    select gen_random_uuid(), case when n % 2 = 0 then ${reach.account_id}::uuid else ${other}::uuid end,
      case when n % 3 > 0 then 'Code ' || left(md5((-n)::text), 8) end, 'text', '{"text": "x"}', md5(n::text), 'x',
      ${sql.json(visualSettings.parse({}))}, '{"ok": true, "score": 100, "warnings": []}',
      case when n % 5 = 0 then now() + n * interval '1 second' end, now() - n * interval '1 second'
    from generate_series(1, ${many}::int) n`
  for (const table of ['qr_codes', 'qr_counts', 'links', 'domains']) await sql`vacuum analyze ${sql(table)}`
}, 120_000)
afterAll(async () => await stores.close())

const planOf = <Answer>(work: (sql: Sql) => Promise<Answer>) => explain(stores, 'qr_codes', work)

const everything: QrCodeFilter = {
  status: 'all',
  search: undefined,
  content_type: undefined,
  is_dynamic: undefined,
  tags: undefined,
  campaign: undefined,
}
const firstPage = { cursor: undefined, limit: 21, offset: 0 }
/** Counts have no index, because every scan would have to update it. */
const indexOf: Partial<Record<string, { asc: string; desc: string }>> = {
  created_at: { asc: 'qr_codes_account', desc: 'qr_codes_account' },
  name: { asc: 'qr_codes_name', desc: 'qr_codes_name_down' },
  expires_at: { asc: 'qr_codes_expiry', desc: 'qr_codes_expiry_down' },
}

it.each(qrCodeSorts.flatMap((sortBy) => (['asc', 'desc'] as const).map((sortOrder) => ({ sortBy, sortOrder }))))(
  'a page by $sortBy $sortOrder uses an index if there is one',
  async ({ sortBy, sortOrder }) => {
    const { answer, nodes } = await planOf((sql) =>
      selectQrCodes(sql, reach, { ...everything, sortBy, sortOrder }, firstPage),
    )
    expect(answer.length).toBe(21)
    const index = indexOf[sortBy]?.[sortOrder]
    if (index === undefined) return
    expect(indexesIn(nodes)).toContain(index)
    expect(scannedIn(nodes)).not.toContain('qr_codes')
  },
)

it('a search for part of a name or of the content uses the index', async () => {
  for (const search of ['code c4ca4', 'C81E728D9D']) {
    const filter = { ...everything, search }
    const { nodes } = await planOf((sql) => countQrCodes(sql, reach, filter))
    expect(indexesIn(nodes)).toContain('qr_codes_search')
    expect(scannedIn(nodes)).not.toContain('qr_codes')
  }
})

it('a code is found through indexes, by its id and with its link for a redirect', async () => {
  const one = await planOf((sql) => readQrCode(sql, reach.account_id))
  const record = await planOf((sql) => readRecord(sql, reach.account_id, 'code'))
  expect(indexesIn(one.nodes)).toContain('qr_codes_pkey')
  expect(indexesIn(record.nodes)).toContain('qr_codes_link')
  for (const { nodes } of [one, record]) expect(scannedIn(nodes)).not.toContain('qr_codes')
})
