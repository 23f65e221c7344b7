import { setTimeout as wait } from 'node:timers/promises'
import { whenReady } from '#runtime/redis.ts'

const connectMostMs = 10_000

/** Waits for a connection, but not forever: commands end with the reason instead. */
export async function untilRedis(redis: Parameters<typeof whenReady>[0]): Promise<void> {
  let reason = ''
  const note = (error: Error) => {
    reason = ` ${error.message}`
  }
  redis.on('error', note)
  try {
    const late = wait(connectMostMs, 'late', { ref: false })
    if ((await Promise.race([whenReady(redis), late])) === 'late') throw new Error(`Redis is not responding.${reason}`)
  } finally {
    redis.off('error', note)
  }
}
