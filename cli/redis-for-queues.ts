import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#runtime/config.ts'
import { connectRedisForQueues, type Redis, whenReady } from '#runtime/redis.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'

const connectMostMs = 10_000

/** For the queue, and for subscriptions. */
export interface Connections {
  queue: Redis
  subscriber: Redis
}

/** Runs a command that hands work to the workers and waits for their confirmations. */
export async function withQueues<Result>(
  config: Config,
  run: (connections: Connections) => Promise<Result>,
): Promise<Result> {
  const connect = (name: string) => connectRedisForQueues(findStoreUrls(config).redis_url, { name })
  const connections = { queue: connect('cli'), subscriber: connect('cli subscriptions') }
  try {
    const late = wait(connectMostMs, 'late', { ref: false })
    if ((await Promise.race([whenReady(connections.queue), late])) === 'late')
      throw new Error('Redis is not responding.')
    return await run(connections)
  } finally {
    for (const connection of Object.values(connections)) connection.disconnect()
  }
}
