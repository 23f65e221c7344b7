import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createQrCode } from '../../test/factories/qr-codes.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { readEarlierState, selectHistory } from './read-history.ts'
import { beginRollback } from './roll-back.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())

it('a rollback does not begin after a change that is not in its plan', async () => {
  const { id } = await createQrCode(stores.sql, account)
  const rename = (name: string) => stores.sql`update qr_codes set name = ${name} where id = ${id}`
  await rename('Lunch')
  const [first] = await selectHistory(stores.sql, { object_id: id }, { cursor: undefined, limit: 1, offset: 0 })
  const entry_id = first?.id ?? ''
  const plan = await readEarlierState(stores.sql, id, entry_id)
  expect(plan?.newest).toBe(entry_id)
  const begin = () => stores.sql.begin((tx) => beginRollback(tx, id, { entry_id, newest: plan?.newest ?? null }))
  expect(await begin()).toBe(true)
  await rename('Dinner')
  expect(await begin()).toBe(false)
})
