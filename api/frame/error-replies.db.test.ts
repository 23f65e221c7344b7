import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectPostgres } from '#runtime/postgres.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { toApiError } from './error-replies.ts'

const [role, password] = ['waymark_crowded', 'crowded']

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
  await stores.sql`create role ${stores.sql(role)} login password 'crowded' connection limit 0`
})
afterAll(async () => {
  await stores.sql`drop role ${stores.sql(role)}`
  await stores.close()
})

it('a Postgres without a free connection is SERVICE_UNAVAILABLE', async () => {
  const url = new URL(stores.urls.database_url)
  Object.assign(url, { username: role, password })
  const crowded = connectPostgres(url.href, { name: 'test', max: 1 })
  const error = await crowded`select 1`.catch((reason: unknown) => reason)
  await crowded.end()
  expect(error).toMatchObject({ code: '53300' })
  expect(toApiError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '2' } })
})

it('the transaction that loses a deadlock is SERVICE_UNAVAILABLE, because it can run again', async () => {
  let holding = 0
  const lock = (first: number, second: number) =>
    stores.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${first})`
      holding += 1
      await eventually(() => expect(holding).toBe(2))
      await tx`select pg_advisory_xact_lock(${second})`
    })
  const both = await Promise.allSettled([lock(1, 2), lock(2, 1)])
  const lost = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(lost).toEqual([expect.objectContaining({ code: '40P01' })])
  expect(toApiError(lost[0])).toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '2' } })
})
