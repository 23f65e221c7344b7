import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectRedis, type Redis } from '#runtime/redis.ts'
import { hostKey, linkKey } from '#schemas/link-record.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { startRedisPair } from '../../test/stack/redis-pair.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { pruneRows } from '../installation/prune-rows.ts'
import { createLink } from '../links/create-link.ts'
import { deleteLink } from '../links/delete-link.ts'
import type { LinkDomain } from '../links/describe-link.ts'
import { updateLink } from '../links/update-link.ts'
import { applyAgain, applyingAgainIsDue } from './apply-again.ts'
import { changeHost } from './publish-host.ts'
import { relayOutbox } from './relay-outbox.ts'
import { settle } from './settle.ts'

let stores: TestStores
let account: TestAccount
let domain: LinkDomain

beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
  domain = await findBaseDomain(stores.sql, stores.config)
})
beforeEach(() => stores.sql`truncate outbox, applied_changes`)
afterAll(() => stores.close())

async function create(redis: Redis, alias: string | null): Promise<{ id: string; code: string }> {
  const outcome = await createLink({ ...stores, redis }, plainLink(account.id, domain, { alias }))
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.link
}

const change = (redis: Redis, id: string, url: string) =>
  updateLink(
    { ...stores, redis },
    { account_id: account.id, link_id: id, alias: undefined, changes: { url }, judge: () => undefined },
  )

const reserve = (redis: Redis, host: string) =>
  changeHost({ ...stores, redis }, host, async (tx, rev) => {
    await tx`
      insert into domains (id, account_id, type, host, rev)
      values (gen_random_uuid(), ${account.id}, 'subdomain', ${host}, ${rev})`
    return true
  })

const recordOf = async (redis: Redis, key: string) => JSON.parse((await redis.get(key)) ?? 'null')
const owed = async () => (await stores.sql`select from outbox where target = 'redis'`).length
const kept = async () =>
  (await stores.sql<{ code: string }[]>`select code from applied_changes order by code`).map(({ code }) => code)
const again = (redis: Redis) => stores.sql.begin((tx) => applyAgain(tx, redis, stores.log))
const isDue = (redis: Redis) => applyingAgainIsDue(stores.sql, redis, stores.log)
const relay = (redis: Redis) => stores.sql.begin((tx) => relayOutbox(tx, redis, stores.log))

describe('a server that takes over without the last changes', () => {
  it('gets them again', async () => {
    const { primary, successor, cutOff } = await startRedisPair()
    const redis = primary
    const moved = await create(redis, 'moved')
    const gone = await create(redis, 'gone')
    await cutOff()
    await change(redis, moved.id, 'https://example.com/new')
    await deleteLink({ ...stores, redis }, account.id, gone.id)
    await create(redis, 'made')
    await reserve(redis, 'late.localhost')
    expect(await recordOf(successor, linkKey(domain.id, 'moved'))).toMatchObject({
      url: 'https://example.com/page',
    })
    expect(await recordOf(successor, linkKey(domain.id, 'gone'))).toMatchObject({ link_id: gone.id })

    expect([await isDue(primary), await isDue(successor)]).toEqual([false, true])
    await again(successor)
    expect(await owed()).toBe(4)
    await relay(successor)
    expect(await isDue(successor)).toBe(false)
    expect(await recordOf(successor, linkKey(domain.id, 'moved'))).toMatchObject({
      url: 'https://example.com/new',
    })
    expect(await recordOf(successor, linkKey(domain.id, 'gone'))).toMatchObject({ absent: true })
    expect(await recordOf(successor, linkKey(domain.id, 'made'))).toMatchObject({
      url: 'https://example.com/page',
    })
    expect(await recordOf(successor, hostKey('late.localhost'))).not.toBeNull()
    await again(successor)
    expect(await owed()).toBe(0)
  })

  it('gets a change that was made while its process still reached the former one', async () => {
    const { primary, successor, cutOff } = await startRedisPair()
    const link = await create(primary, 'split')
    await cutOff()
    await again(successor)
    await relay(successor)
    await change(primary, link.id, 'https://example.com/isolated')
    await again(successor)
    await relay(successor)
    expect(await recordOf(successor, linkKey(domain.id, 'split'))).toMatchObject({
      url: 'https://example.com/isolated',
    })
  })
})

describe('the last change of each code', () => {
  it('is remembered, except that of a code that was just generated, which no server can have', async () => {
    const link = await create(stores.redis, 'twice')
    await change(stores.redis, link.id, 'https://example.com/1')
    await change(stores.redis, link.id, 'https://example.com/2')
    const generated = await create(stores.redis, null)
    expect(await kept()).toEqual(['twice'])
    await change(stores.redis, generated.id, 'https://example.com/3')
    expect(await kept()).toEqual([generated.code, 'twice'].sort())
  })

  it('stays on the server that has it when another process applies an older one later', async () => {
    const settled = (rev: number, server: string) =>
      settle(stores.sql, [{ ids: [], domain_id: domain.id, code: 'late', rev, servers: [server] }])
    await settled(8, 'isolated')
    await settled(7, 'current')
    expect(await stores.sql`select server from applied_changes where code = 'late'`).toEqual([{ server: 'isolated' }])
    await settled(8, 'current')
    expect(await stores.sql`select server from applied_changes where code = 'late'`).toEqual([{ server: 'current' }])
  })

  it('is forgotten when no server can have an older record', async () => {
    await create(stores.redis, 'old')
    await create(stores.redis, 'recent')
    await stores.sql`update applied_changes set applied_at = now() - interval '27 hours' where code = 'old'`
    await stores.sql.begin(pruneRows)
    expect(await kept()).toEqual(['recent'])
  })
})

it('nothing is applied again while Redis is away, or by the same server', async () => {
  await create(stores.redis, 'calm')
  await again(stores.redis)
  expect(await owed()).toBe(0)
  const away = connectRedis('redis://127.0.0.1:1', { name: 'test' })
  await again(away)
  away.disconnect()
  expect(await owed()).toBe(0)
  expect(await kept()).toEqual(['calm'])
})
