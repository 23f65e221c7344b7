import { createHash } from 'node:crypto'
import type { Redis } from './redis.ts'

type Argument = string | number

/** A Lua script with one key or several of one cluster slot. Its source is sent only if the server has not cached it. */
export function redisScript(source: string) {
  const sha = createHash('sha1').update(source).digest('hex')

  return async (redis: Redis, key: string | string[], ...args: Argument[]): Promise<unknown> => {
    const keys = [key].flat()
    try {
      return await redis.evalsha(sha, keys.length, ...keys, ...args)
    } catch (error) {
      if (!isUncached(error)) throw error
      return await redis.eval(source, keys.length, ...keys, ...args)
    }
  }
}

const isUncached = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT')
