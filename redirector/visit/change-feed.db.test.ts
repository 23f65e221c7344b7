import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeChannel, publishRecord } from '#model/publish/publish-link.ts'
import { MessageHearer } from '#runtime/hear-messages.ts'
import { connectRedisForQueues, type Redis } from '#runtime/redis.ts'
import { changeCountKey } from '#schemas/link-record.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { startOwnRedis } from '../../test/stack/own-redis.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { ChangeFeed } from './change-feed.ts'

let stores: TestStores
let own: Awaited<ReturnType<typeof startOwnRedis>>
let feed: ChangeFeed
let stop: () => Promise<void>
let subscriber: Redis
const forgotten: string[] = []
let gaps = 0

beforeAll(async () => {
  stores = await openTestStores()
  own = await startOwnRedis(stores.urls)
})
afterAll(async () => {
  await own?.stop()
  await stores?.close()
})

beforeEach(async () => {
  await own.redis.flushall()
  subscriber = connectRedisForQueues(own.url, { name: 'test' })
  let visits = 0
  feed = new ChangeFeed({ redis: own.redis, countVisits: () => visits++, log: stores.log })
  const cache = {
    drop: (key: string) => forgotten.push(key),
    expireAll: () => {
      gaps++
    },
  }
  stop = feed.start(new MessageHearer(subscriber, stores.log), [cache])
  await untilTrusted()
  forgotten.length = 0
  gaps = 0
})
afterEach(async () => {
  await stop()
  subscriber.disconnect()
})

const isTrusted = () => Date.now() < feed.trust.until
const untilTrusted = () => eventually(() => expect(isTrusted()).toBe(true))
const change = (rev: number) =>
  publishRecord(own.redis, 'link:changed', {
    rev,
    link_id: '01890000-0000-7000-8000-000000000000',
    account_id: '01890000-0000-7000-8000-000000000001',
    url: 'https://example.com/',
    redirect_type: 302,
    forward_query: true,
    tracking_enabled: false,
    expires_at: null,
  })
/** Longer than two comparisons. */
const comparedMs = 1_500

it('drops each changed record, and trusts the others', async () => {
  for (const rev of [1, 2, 3]) await change(rev)
  await eventually(() => expect(forgotten).toEqual(['link:changed', 'link:changed', 'link:changed']))
  await sleep(comparedMs)
  await untilTrusted()
  expect(gaps).toBe(0)
})

it('distrusts all records if a message was lost', async () => {
  await own.redis.incr(changeCountKey)
  await eventually(() => expect(gaps).toBe(1))
  await untilTrusted()
  await change(1)
  await eventually(() => expect(forgotten).toHaveLength(1))
  expect(gaps).toBe(1)
})

it('distrusts all records at the next message if the one before it was lost', async () => {
  await change(1)
  await eventually(() => expect(forgotten).toHaveLength(1))
  // Both at once, so that no comparison comes between them.
  await Promise.all([own.redis.incr(changeCountKey), change(2)])
  await eventually(() => expect(forgotten).toHaveLength(2))
  expect(gaps).toBe(1)
})

it('distrusts all records if the count goes back, as on a replica that had not received every change', async () => {
  for (const rev of [1, 2, 3]) await change(rev)
  await eventually(() => expect(forgotten).toHaveLength(3))
  await own.redis.decr(changeCountKey)
  await eventually(() => expect(gaps).toBe(1))
  await untilTrusted()
})

it('distrusts all records if another server counts, even if it counts the same', async () => {
  await change(1)
  await eventually(() => expect(forgotten).toHaveLength(1))
  // A replica that takes over gets a new replication id.
  await own.redis.replicaof('127.0.0.1', 1)
  await own.redis.replicaof('NO', 'ONE')
  await eventually(() => expect(gaps).toBe(1))
  await untilTrusted()
})

it('distrusts all records if Redis has lost everything', async () => {
  await own.redis.flushall()
  await eventually(() => expect(gaps).toBeGreaterThan(0))
  await untilTrusted()
})

it('still drops records for messages without a number, as sent by earlier versions', async () => {
  await own.redis.publish(changeChannel(own.redis), 'link:old')
  await eventually(() => expect(forgotten).toEqual(['link:old']))
  expect(gaps).toBe(0)
})

it('ends the trust while the count cannot be read', async () => {
  await own.redis.set(changeCountKey, 'not a number')
  await eventually(() => expect(isTrusted()).toBe(false))
  await own.redis.del(changeCountKey)
  await untilTrusted()
})
