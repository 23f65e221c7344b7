import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { connectRedis, whenReady } from '#runtime/redis.ts'
import { eventually } from '../test/stack/eventually.ts'
import { queryPostgres, queryRedis } from './external.ts'
import { inside } from './folders.ts'
import { LoadingError } from './launch-error.ts'
import { type Stores, startStores } from './stores.ts'

const { database_url, redis_url, clickhouse_url } = inject('storeUrls')

/** The others are those of the suite. */
async function startOnly(
  external: Parameters<typeof startStores>[0]['external'],
): Promise<Stores & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-test-loading-'))
  const stores = await startStores({ dataDir, external, log: () => undefined })
  onTestFinished(async () => {
    await stores.stop()
    rmSync(dataDir, { recursive: true })
  })
  return { ...stores, dataDir }
}

const refusalOf = (query: Promise<unknown>) =>
  query.then(
    () => null,
    (error: unknown) => error,
  )

it('Redis is known to read its data, and is ready afterwards', async () => {
  const stores = await startOnly({ database_url, clickhouse_url })
  const redis = connectRedis(stores.redis_url, { name: 'test' })
  await whenReady(redis)
  const pipeline = redis.pipeline()
  for (let index = 0; index < 60_000; index++) pipeline.set(`key-${index}`, 'value')
  await pipeline.exec()
  redis.disconnect()
  // As if there were millions of links: Redis waits 0.2 ms before each command.
  appendFileSync(join(inside(stores.dataDir).redis, 'redis.conf'), 'key-load-delay 200\n')
  stores.processes.redis?.signal('SIGKILL')
  await eventually(async () => expect(await refusalOf(queryRedis(stores.redis_url))).toBeInstanceOf(LoadingError))
  await eventually(async () => expect(await refusalOf(queryRedis(stores.redis_url))).toBeNull())
})

it('PostgreSQL is known to recover, and is ready afterwards', async () => {
  const stores = await startOnly({ redis_url, clickhouse_url })
  const { postgres } = stores.processes
  await postgres?.stop()
  const data = inside(stores.dataDir).postgres
  // It waits for more to recover until it is promoted.
  writeFileSync(join(data, 'standby.signal'), '')
  appendFileSync(join(data, 'postgresql.auto.conf'), 'hot_standby = off\n')
  const started = postgres?.start()
  started?.catch(() => undefined)
  await eventually(async () => expect(await refusalOf(queryPostgres(stores.database_url))).toBeInstanceOf(LoadingError))
  writeFileSync(join(data, 'promote'), '')
  postgres?.signal('SIGUSR1')
  await started
  expect(await refusalOf(queryPostgres(stores.database_url))).toBeNull()
})
