import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openQueue } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { queues } from '#schemas/queues.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { runRedirector, spawnRedirector, spooled } from '../../test/redirector/run-redirector.ts'
import { storeClicks } from '../../test/redirector/store-clicks.ts'
import { visit } from '../../test/redirector/visit.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores({ REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
  const links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  await links.insert('tracked', { tracking_enabled: true })
})

afterAll(() => stores.close())

describe('batches that a killed redirector had sent', () => {
  it.each([
    ['by its successor', 0],
    ['by the process that adopts its spool', 1],
  ])('are acknowledged when they are stored %s, and not sent twice', async (_, instance) => {
    await stores.redis.flushdb()
    const batches = await dieWithBatchesInTheQueue()
    const config = { ...stores.config, INSTANCE: instance }
    const heir = await runRedirector({ ...stores, config })
    onTestFinished(() => heir.lifecycle.stop())
    await eventually(async () => expect(await handedOverAgain()).toHaveLength(batches))
    const workers = storeClicks(stores)
    onTestFinished(() => workers.close())
    for (const folder of [0, instance]) await eventually(async () => expect(await spooled(stores, folder)).toEqual([]))
    expect([workers.batches(), workers.taken()]).toEqual([batches, batches])
  })
})

/**
 * Batches that were added again; the queue still has them under the same ids and reports duplicates. A slow heir adds a
 * batch several times.
 */
async function handedOverAgain(): Promise<unknown[]> {
  const events = await stores.redis.xrange(`${queues.clicks.prefix}:clicks:events`, '-', '+')
  const again = events.map(([, fields]) => fields).filter((fields) => fields.includes('duplicated'))
  return [...new Set(again.map((fields) => fields[fields.indexOf('jobId') + 1]))]
}

/** Returns their number. */
async function dieWithBatchesInTheQueue(): Promise<number> {
  const connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
  const queue = openQueue('clicks', connection)
  const { child, port } = await spawnRedirector(stores, {})
  for (let count = 1; count <= 2; count++) {
    expect((await visit(port, '/tracked')).status).toBe(302)
    await eventually(async () => expect((await queue.counts())['waiting']).toBe(count))
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  await queue.close()
  connection.disconnect()
  return (await spooled(stores)).length
}
