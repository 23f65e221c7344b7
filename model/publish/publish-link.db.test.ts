import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type LinkRecord, linkKey, type StoredRecord } from '#schemas/link-record.ts'
import { createAccount } from '../../test/factories/account.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { startOwnRedis } from '../../test/stack/own-redis.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { ensureBaseDomain } from '../domains/ensure-base-domain.ts'
import { changeChannel, fillRecord, publishCurrent, publishRecord } from './publish-link.ts'

let stores: TestStores
let key: string

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(() => {
  key = linkKey(uuidv7(), 'code')
})

const record = (rev: number, url = `https://example.org/${rev}`): LinkRecord => ({
  rev,
  link_id: uuidv7(),
  account_id: uuidv7(),
  url,
  redirect_type: 302,
  forward_query: true,
  tracking_enabled: true,
  expires_at: null,
})
const tombstone = (rev: number) => ({ rev, absent: true }) as const

async function read(redis: Redis = stores.redis): Promise<StoredRecord | null> {
  const text = await redis.get(key)
  return text === null ? null : JSON.parse(text)
}

/** Number of changes of `key` that redirectors are notified of while something runs. */
async function heardDuring(run: () => Promise<void>): Promise<number> {
  const subscriber = connectRedis(stores.urls.redis_url, { name: 'test' })
  onTestFinished(() => subscriber.disconnect())
  await whenReady(subscriber)
  await subscriber.subscribe(changeChannel(stores.redis))
  const heard: string[] = []
  subscriber.on('message', (_channel: string, message: string) => heard.push(message))
  await run()
  await stores.redis.publish(changeChannel(stores.redis), 'end')
  await eventually(() => expect(heard).toContain('end'))
  return heard.filter((message) => /^\d+ (.*)$/.exec(message)?.[1] === key).length
}

describe('publishRecord', () => {
  it('writes newer records, and notifies redirectors of each change', async () => {
    const heard = await heardDuring(async () => {
      await publishRecord(stores.redis, key, record(1))
      await publishRecord(stores.redis, key, record(3))
      await publishRecord(stores.redis, key, record(2))
      await publishRecord(stores.redis, key, record(3, 'https://example.org/again'))
    })
    expect(await read()).toMatchObject({ rev: 3, url: 'https://example.org/3' })
    expect(heard).toBe(4)
  })

  it('never lets a late older write bring back a deleted link, but accepts a newer one', async () => {
    await publishRecord(stores.redis, key, tombstone(5))
    await publishRecord(stores.redis, key, record(4))
    expect(await read()).toEqual(tombstone(5))
    await publishRecord(stores.redis, key, record(6))
    expect(await read()).toMatchObject({ rev: 6 })
  })

  it('overwrites unreadable records', async () => {
    for (const text of ['not json', '42', '{"rev":"x"}', 'null']) {
      await stores.redis.set(key, text)
      await publishRecord(stores.redis, key, record(1))
      expect(await read()).toMatchObject({ rev: 1 })
    }
  })

  it('keeps records and tombstones for a day, and absences for a minute', async () => {
    const ttlAfter = async (value: StoredRecord) => {
      await stores.redis.del(key)
      await publishRecord(stores.redis, key, value)
      return stores.redis.ttl(key)
    }
    expect(Math.abs((await ttlAfter(record(1))) - 86_400)).toBeLessThanOrEqual(7_201)
    expect(await ttlAfter(tombstone(1))).toBeGreaterThan(86_000)
    expect(await ttlAfter(tombstone(0))).toBeLessThanOrEqual(60)
  })

  it('works on a server that has not loaded the script', async () => {
    await stores.redis.script('FLUSH')
    await publishRecord(stores.redis, key, record(1))
    expect(await read()).toMatchObject({ rev: 1 })
  })

  it('removes the old record if the memory limit rejects the new one', async () => {
    const { redis, stop } = await startOwnRedis(stores.urls)
    onTestFinished(stop)
    await publishRecord(redis, key, record(1))
    await redis.config('SET', 'maxmemory', '1')
    await publishRecord(redis, key, record(2))
    expect(await read(redis)).toBeNull()
  })
})

describe('fillRecord', () => {
  it('fills an empty key silently, and never overwrites a newer record', async () => {
    const heard = await heardDuring(async () => {
      await fillRecord(stores.redis, key, record(1))
      await fillRecord(stores.redis, key, tombstone(0))
    })
    expect(await read()).toMatchObject({ rev: 1 })
    expect(heard).toBe(0)
  })
})

describe('a change that a visit has already filled', () => {
  it('is announced', async () => {
    const heard = await heardDuring(async () => {
      await fillRecord(stores.redis, key, record(5))
      await publishRecord(stores.redis, key, record(5))
    })
    expect(heard).toBe(1)
  })
})

describe('publishCurrent', () => {
  it('writes the current state of Postgres, however late and in any order', async () => {
    const { sql, redis } = stores
    const domain_id = await ensureBaseDomain(sql, stores.config)
    const { id: account } = await createAccount(sql)
    key = linkKey(domain_id, 'current')
    const id = uuidv7()
    await sql`
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url, expires_at)
      values (${id}, ${account}, ${domain_id}, 'current', true, 7, 'https://example.org/', '2030-01-01T00:00:00Z')`
    await publishCurrent(sql, redis, { domain_id, code: 'current', rev: 3 })
    expect(await read()).toEqual({
      rev: 7,
      link_id: id,
      account_id: account,
      url: 'https://example.org/',
      redirect_type: 302,
      forward_query: true,
      tracking_enabled: true,
      expires_at: Date.UTC(2030, 0, 1),
    })
    await sql`delete from links where id = ${id}`
    await publishCurrent(sql, redis, { domain_id, code: 'current', rev: 8 })
    await publishCurrent(sql, redis, { domain_id, code: 'current', rev: 7 })
    expect(await read()).toEqual(tombstone(8))
  })
})
