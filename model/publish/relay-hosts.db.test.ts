import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectRedis, whenReady } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { hostKey } from '#schemas/link-record.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { changeHost, publishHost } from './publish-host.ts'
import { publishRecord } from './publish-link.ts'
import { relayOutbox } from './relay-outbox.ts'

let stores: TestStores
let account: TestAccount

beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())

const recordOf = async (host: string) => JSON.parse((await stores.redis.get(hostKey(host))) ?? 'null')

const reserve = (host: string, { redis } = stores) =>
  changeHost({ ...stores, redis }, host, async (tx, rev) => {
    const id = uuidv7()
    await tx`
      insert into domains (id, account_id, type, host, rev)
      values (${id}, ${account.id}, 'subdomain', ${host}, ${rev})`
    return id
  })

it('a host that could not be written to Redis is relayed', async () => {
  const away = connectRedis(stores.urls.redis_url, { name: 'test' })
  await whenReady(away)
  away.disconnect()
  const id = await reserve('away.localhost', { ...stores, redis: away })
  expect(await recordOf('away.localhost')).toBeNull()
  await stores.sql`update outbox set created_at = now() - interval '2 seconds'`
  await stores.sql.begin((tx) => relayOutbox(tx, stores.redis, stores.log))
  expect(await recordOf('away.localhost')).toMatchObject({ domain_id: id })
  expect(await stores.sql`select from outbox`).toEqual([])
})

it('a late older write never brings back a host', async () => {
  const host = 'gone.localhost'
  await reserve(host)
  const old = await recordOf(host)
  await changeHost(stores, host, async (tx) => (await tx`delete from domains where host = ${host}`).count)
  expect(await recordOf(host)).toEqual({ rev: expect.any(Number), absent: true })
  await publishRecord(stores.redis, hostKey(host), old)
  await publishHost(stores.sql, stores.redis, { host, rev: old.rev })
  expect(await recordOf(host)).toMatchObject({ absent: true })
})

it('a change without effect leaves nothing in the outbox', async () => {
  expect(await changeHost(stores, 'none.localhost', async () => undefined)).toBeUndefined()
  expect(await recordOf('none.localhost')).toBeNull()
  expect(await stores.sql`select from outbox`).toEqual([])
})
