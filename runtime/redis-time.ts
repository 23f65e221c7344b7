import { z } from 'zod'
import type { Redis } from './redis.ts'
import { redisScript } from './redis-script.ts'

const readTime = redisScript(`
return redis.call('TIME')
`)
const reply = z.tuple([z.coerce.number(), z.coerce.number()])

/** The time in Unix milliseconds of the server that has this key, which is the same for all processes. */
export async function redisTime(redis: Redis, key: string): Promise<number> {
  const [seconds, micros] = reply.parse(await readTime(redis, key))
  return seconds * 1_000 + Math.floor(micros / 1_000)
}
