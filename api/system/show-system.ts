import { readIngest } from '#model/installation/read-ingest.ts'
import { readProcesses } from '#model/installation/read-processes.ts'
import { readStores } from '#model/installation/read-stores.ts'
import { selectOpenReports } from '#model/safety/open-reports.ts'
import { readBlocklist } from '#model/safety/read-blocklist.ts'
import type { Redis } from '#runtime/redis.ts'
import { readVersion } from '#runtime/version.ts'
import { systemState } from '#schemas/system.ts'
import { demandOwner } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { findProblems } from './find-problems.ts'

/** The command line lists all. */
const mostReports = 50

export const showSystem = endpoint({
  method: 'GET',
  path: '/system',
  summary: 'Get the status of the installation',
  permission: 'read',
  reply: systemState,
  async handle({ session, sql, redis, ch, config, queueCounts }) {
    await demandOwner(session, sql)
    const now = Date.now()
    const [stores, ingest, blocklist, reports, processes, queues] = await Promise.all([
      readStores({ sql, redis, ch }),
      readIngest(sql, now),
      readBlocklist(sql, config),
      selectOpenReports(sql, config, mostReports),
      unlessRedisIsAway(() => readProcesses(redis)),
      unlessRedisIsAway(() => queueCounts.read()),
    ])
    const told = { stores, ingest, blocklist, processes, queues }
    return { version: readVersion(), at: new Date(now).toISOString(), ...told, problems: findProblems(told), reports }

    /** The row of the store shows the failure and its reason. */
    async function unlessRedisIsAway<Result>(ask: () => Promise<Result>): Promise<Result | null> {
      if (redis.status !== 'ready') return null
      try {
        return await ask()
      } catch (error) {
        // A server that hangs keeps its connections.
        if (redis.status !== 'ready' || !(await responds(redis))) return null
        throw error
      }
    }
  },
})

const responds = (redis: Redis): Promise<boolean> =>
  redis.ping().then(
    () => true,
    () => false,
  )
