import type { Config } from '#runtime/config.ts'
import { connectRedisForQueues, type Redis } from '#runtime/redis.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { untilRedis } from './until-redis.ts'

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
    await untilRedis(connections.queue)
    return await run(connections)
  } finally {
    for (const connection of Object.values(connections)) connection.disconnect()
  }
}
