import type { Log } from '#runtime/log.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { publishHost } from './publish-host.ts'
import { publishCurrent } from './publish-link.ts'
import { relayedAfter, type Settled, settle } from './settle.ts'

/** Changes of one run, so that its transaction stays short. The next run begins half a second later. */
const mostRows = 2_000
/** Failures in a row that mean that Redis is unavailable, and not that one link has a problem. */
const mostFailuresInARow = 5

interface Debt {
  /** null for a change of a host, which is in `code`. */
  domain_id: string | null
  code: string
  rev: number
  ids: number[]
}

/** Applies committed changes that are missing in Redis because their process was killed or Redis was unavailable. */
export async function relayOutbox(tx: Tx, redis: Redis, log: Log): Promise<void> {
  const settled: Settled[] = []
  let failures = 0
  for (const debt of await takeDebts(tx)) {
    try {
      settled.push({ ...debt, servers: await publish(tx, redis, debt) })
      failures = 0
    } catch (error) {
      failures += 1
      log.warn({ err: error, domain_id: debt.domain_id, code: debt.code }, 'change not relayed; it will be')
      if (failures === mostFailuresInARow) break
    }
  }
  await settle(tx, settled)
}

async function publish(tx: Tx, redis: Redis, { domain_id, code, rev }: Debt): Promise<string[]> {
  if (domain_id === null) return await publishHost(tx, redis, { host: code, rev })
  return [await publishCurrent(tx, redis, { domain_id, code, rev })]
}

/** Skips changes of the last second, which are applied by the process that made them. */
const isDebt = (sql: Sql | Tx) => sql`target = 'redis' and created_at < now() - ${relayedAfter}::interval`
export const outboxIsDue = (sql: Sql) => sql`exists (select from outbox where ${isDebt(sql)})`

/** The newest first: after a failover, the others are more likely to be there. */
async function takeDebts(tx: Tx): Promise<Debt[]> {
  const rows = await tx<{ id: number; domain_id: string | null; code: string; rev: number }[]>`
    select id, domain_id, code, rev
    from outbox
    where ${isDebt(tx)}
    order by id desc
    limit ${mostRows}
    for update skip locked`
  const debts = new Map<string, Debt>()
  for (const { id, domain_id, code, rev } of rows) {
    const key = `${domain_id} ${code}`
    const debt = debts.get(key) ?? { domain_id, code, rev, ids: [] }
    debt.rev = Math.max(debt.rev, rev)
    debt.ids.push(id)
    debts.set(key, debt)
  }
  return [...debts.values()]
}
