import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { insertImport, type NewImport } from './imports.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())

const given = (content: AsyncIterable<Buffer>): NewImport => ({
  account_id: account.id,
  source: 'csv',
  domain_id: null,
  conflict: 'skip',
  dry_run: true,
  tags: [],
  from: {
    file_name: null,
    layout: { encoding: 'utf-8', delimiter: ',', header: ['url'], fields: { url: 0 }, unused: [] },
    content,
  },
})
async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}
const stored = async () => {
  const [row] = await stores.sql<{ imports: number; parts: number }[]>`
    select (select count(*) from imports) as imports, (select count(*) from import_parts) as parts`
  return row
}

it('other changes of the account do not wait while the file is stored', async () => {
  let goOn = () => undefined as void
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isStoring = false
  async function* slowly() {
    yield Buffer.from('url\n')
    isStoring = true
    await waiting
    yield Buffer.from('https://example.com/\n')
  }
  const inserting = insertImport(stores.sql, given(slowly()))
  await eventually(() => expect(isStoring).toBe(true))
  await stores.sql.begin(async (tx) => {
    await tx`set local lock_timeout = '2s'`
    await lockAccount(tx, account.id)
  })
  goOn()
  const { id } = await inserting
  const parts = await stores.sql`select content from import_parts where import_id = ${id} order by part`
  expect(parts.map(({ content }) => String(content)).join('')).toBe('url\nhttps://example.com/\n')
})

it('stores five of many simultaneous imports, and no files of the others', async () => {
  await stores.sql`delete from imports`
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, () => insertImport(stores.sql, given(pieces('a', 'b')))),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const reasons = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  expect(reasons).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ code: 'CONFLICT' })))
  expect(await stored()).toEqual({ imports: 5, parts: 10 })
})

it('an import over the limit does not store its file first, and one that is not allowed leaves nothing', async () => {
  let read = 0
  async function* counted() {
    read += 1
    yield Buffer.from('a')
  }
  await expect(insertImport(stores.sql, given(counted()))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(read).toBe(0)
  await stores.sql`delete from imports`
  const begin = () => Promise.reject(new Error('not allowed'))
  await expect(insertImport(stores.sql, { ...given(counted()), begin })).rejects.toThrow('not allowed')
  expect([read, await stored()]).toEqual([1, { imports: 0, parts: 0 }])
})
