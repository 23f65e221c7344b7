import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransactions } from '#runtime/postgres.ts'
import { countStatements } from '../../test/stack/count-statements.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { findBaseDomain } from './find-base-domain.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('asks once for all requests of a process, each of which has a separate connection object', async () => {
  const { pool, sent } = countStatements(stores.sql)
  const ofRequest = () => withTransactions(pool, (work) => pool.begin(work))
  const found = await findBaseDomain(ofRequest(), stores.config)
  const asked = sent()
  expect(asked).toBeGreaterThan(0)
  const again = withTransactions(ofRequest(), (work) => pool.begin(work))
  expect(await findBaseDomain(again, stores.config)).toEqual(found)
  expect(sent()).toBe(asked)
})
