import type { Log } from '#runtime/log.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { currentServers } from './publish-link.ts'
import { hasUnsettled, unsettle } from './settle.ts'

/** Whether applyAgain has something to do. Takes no transaction, since it is asked all the time. */
export async function applyingAgainIsDue(sql: Sql, redis: Redis, log: Log): Promise<boolean> {
  const servers = await findServers(redis, log)
  return servers !== undefined && (await hasUnsettled(sql, servers))
}

/** Has the relay apply changes again that a failover or a restart of Redis may have lost. */
export async function applyAgain(tx: Tx, redis: Redis, log: Log): Promise<void> {
  const servers = await findServers(redis, log)
  if (servers === undefined) return
  const changes = await unsettle(tx, servers)
  if (changes > 0)
    log.warn({ changes }, 'another Redis server has taken over, or it was restarted; changes are applied again')
}

async function findServers(redis: Redis, log: Log): Promise<string[] | undefined> {
  try {
    return await currentServers(redis)
  } catch (error) {
    log.debug({ err: error }, 'Redis is not responding; its changes are checked when it does')
    return undefined
  }
}
