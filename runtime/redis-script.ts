import { createHash } from 'node:crypto'
import type { Redis } from './redis.ts'

/** A Lua script with one key. Its source is sent only if the server does not have it cached. */
export function redisScript(source: string) {
  const sha = createHash('sha1').update(source).digest('hex')
  return async (redis: Redis, key: string, ...args: (string | number)[]): Promise<unknown> => {
    try {
      return await redis.evalsha(sha, 1, key, ...args)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return await redis.eval(source, 1, key, ...args)
    }
  }
}
