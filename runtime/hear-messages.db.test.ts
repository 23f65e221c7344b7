import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { cuttableWay } from '../test/stack/cuttable-way.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { MessageHearer } from './hear-messages.ts'
import { connectRedisForQueues } from './redis.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

/** Listens to a channel on a connection that can be cut. */
async function startHearing() {
  const way = await cuttableWay(stores.urls.redis_url)
  const channel = `test:${crypto.randomUUID()}`
  const subscriber = connectRedisForQueues(way.url, { name: 'test subscriptions' })
  const heard: string[] = []
  let subscriptions = 0
  new MessageHearer(subscriber, stores.log).hear({
    channel,
    onMessage: (message) => heard.push(message),
    onRestored: () => subscriptions++,
  })
  const subscribed = (times: number) => eventually(() => expect(subscriptions).toBe(times))
  await subscribed(1)
  await way.cut()
  return { way, channel, subscriber, heard, subscribed }
}

it('hears messages again after the connection was lost', async () => {
  const { way, channel, subscriber, heard, subscribed } = await startHearing()
  await way.restore()
  await subscribed(2)
  await stores.redis.publish(channel, 'after')
  await eventually(() => expect(heard).toEqual(['after']))
  subscriber.disconnect()
  await way.cut()
})

it('can be closed before Redis has replied to the repeated subscription', async () => {
  const { way, subscriber } = await startHearing()
  const unhandled: unknown[] = []
  const keep = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', keep)
  onTestFinished(() => void process.off('unhandledRejection', keep))
  const closed = once(subscriber, 'ready').then(() => {
    subscriber.disconnect()
    return way.cut()
  })
  const ended = once(subscriber, 'end')
  await way.restore()
  await Promise.all([closed, ended])
  await setImmediate()
  expect(unhandled).toEqual([])
})
