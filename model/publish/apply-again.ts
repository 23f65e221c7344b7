import type { Log } from '#runtime/log.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { currentServers } from './publish-link.ts'
import { unsettle } from './settle.ts'

/** Has the relay apply changes again that a failover or a restart of Redis may have lost. */
export async function applyAgain(tx: Tx, redis: Redis, log: Log): Promise<void> {
  let servers: string[]
  try {
    servers = await currentServers(redis)
  } catch (error) {
    log.debug({ err: error }, 'Redis is not responding; its changes are checked when it does')
    return
  }
  const changes = await unsettle(tx, servers)
  if (changes > 0)
    log.warn({ changes }, 'another Redis server has taken over, or it was restarted; changes are applied again')
}
