import type { Redis } from '#runtime/redis.ts'

/** Counters of Redis since its start. */
export interface RedisUsage {
  cpuMicros: number
  bytesIn: number
  bytesOut: number
}

export async function readRedisUsage(redis: Redis): Promise<RedisUsage> {
  return parseRedisInfo(await redis.info('all'))
}

export function parseRedisInfo(info: string): RedisUsage {
  const field = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? Number.NaN)
  return {
    cpuMicros: (field('used_cpu_user') + field('used_cpu_sys')) * 1e6,
    bytesIn: field('total_net_input_bytes'),
    bytesOut: field('total_net_output_bytes'),
  }
}

export function usedBetween(before: RedisUsage, after: RedisUsage): RedisUsage {
  return {
    cpuMicros: after.cpuMicros - before.cpuMicros,
    bytesIn: after.bytesIn - before.bytesIn,
    bytesOut: after.bytesOut - before.bytesOut,
  }
}
