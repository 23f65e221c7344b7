import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { commitWith, type Sql } from './postgres.ts'

let stores: TestStores
let sql: Sql
const warnings: unknown[] = []

beforeAll(async () => {
  stores = await openTestStores()
  sql = postgres(stores.urls.database_url, { max: 1, onnotice: (notice) => warnings.push(notice) }) as unknown as Sql
  await sql`create table kept (place integer primary key)`
})
afterAll(async () => {
  await sql.end({ timeout: 2 })
  await stores.close()
})

const kept = async () =>
  (await sql<{ place: number }[]>`select place from kept order by place`).map(({ place }) => place)

describe('statements that are sent with the commit', () => {
  it('are committed with the others, without a warning', async () => {
    await sql.begin(async (tx) => {
      await tx`insert into kept values (1)`
      await commitWith(tx, [tx`insert into kept values (2)`, tx`insert into kept values (3)`])
      expect(await stores.sql`select place from kept`, 'before the driver ends the transaction').toHaveLength(3)
    })
    expect(await kept()).toEqual([1, 2, 3])
    expect(warnings).toEqual([])
  })

  it('take all with them if one fails, and leave the connection usable', async () => {
    const failing = sql.begin(async (tx) => {
      await tx`insert into kept values (4)`
      await commitWith(tx, [tx`insert into kept values (1)`, tx`insert into kept values (5)`])
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await kept()).toEqual([1, 2, 3])
    expect(warnings).toEqual([])
  })
})
