import { createHash } from 'node:crypto'
import type { Redis } from './redis.ts'

type Argument = string | number

interface Call {
  key: string | string[]
  args: Argument[]
}

/** A Lua script with one key or several of one cluster slot. Its source is sent only if the server has not cached it. */
export function redisScript(source: string) {
  const sha = createHash('sha1').update(source).digest('hex')

  async function run(redis: Redis, key: string | string[], ...args: Argument[]): Promise<unknown> {
    const keys = [key].flat()
    try {
      return await redis.evalsha(sha, keys.length, ...keys, ...args)
    } catch (error) {
      if (!isUncached(error)) throw error
      return await redis.eval(source, keys.length, ...keys, ...args)
    }
  }

  /** Sends all calls together, for one server, and returns their replies. Fails if one of them fails. */
  async function runAll(redis: Redis, calls: readonly Call[]): Promise<unknown[]> {
    const pipeline = redis.pipeline()
    for (const { key, args } of calls) {
      const keys = [key].flat()
      pipeline.evalsha(sha, keys.length, ...keys, ...args)
    }
    const outcomes = (await pipeline.exec()) ?? []
    const replies: unknown[] = []
    for (const [index, { key, args }] of calls.entries()) {
      const [error, reply] = outcomes[index] ?? []
      if (error && !isUncached(error)) throw error
      replies.push(error ? await run(redis, key, ...args) : reply)
    }
    return replies
  }

  return Object.assign(run, { all: runAll })
}

const isUncached = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT')
