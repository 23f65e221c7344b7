import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RawLink } from '#core/imports/raw-link.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createImport } from '../../test/factories/imports.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { takeImport } from './import-turn.ts'
import { selectImport } from './imports.ts'
import { Analysis } from './stage-links.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())

it('other work of the worker gets its turn between links that take long to check', async () => {
  const { id } = await createImport(stores, account)
  const run = await takeImport(stores.sql, id)
  if (run === undefined) throw new Error('the import has not been taken')
  const analysis = await Analysis.start(stores.sql, run)
  const order: string[] = []
  const slow = (position: number): RawLink => ({
    position,
    get url() {
      for (const end = performance.now() + 20; performance.now() < end; );
      order.push('link')
      return 'https://example.com/'
    },
  })
  for (let position = 1; position <= 10; position++) await analysis.add(slow(position))
  setImmediate(() => order.push('other'))
  await analysis.end()
  expect(order.filter((each) => each === 'link')).toHaveLength(10)
  expect(order.slice(0, -1)).toContain('other')
  expect(await selectImport(stores.sql, account.id, id)).toMatchObject({ found: 10, invalid: 0 })
})
