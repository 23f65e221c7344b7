import type { Log } from '#runtime/log.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { readRecords } from './build-record.ts'
import { publishHost } from './publish-host.ts'
import { mostAtOnce, publishCurrent, publishLinks } from './publish-link.ts'
import { relayedAfter, type Settled, settle } from './settle.ts'

/** Changes of one run, so that its transaction stays short. The next run begins half a second later. */
const mostRows = 5_000
/** Failures in a row that mean that Redis is unavailable, and not that one link has a problem. */
const mostFailuresInARow = 5

interface Debt {
  /** null for a change of a host, which is in `code`. */
  domain_id: string | null
  code: string
  rev: number
  ids: number[]
}

type LinkDebt = Debt & { domain_id: string }

/**
 * Applies committed changes that are missing in Redis because their process was killed or Redis was unavailable. After an
 * outage of Redis these can be many: all links that were created meanwhile.
 */
export async function relayOutbox(tx: Tx, redis: Redis, log: Log): Promise<void> {
  const debts = await takeDebts(tx)
  const settled: Settled[] = []
  for (let first = 0; first < debts.length; first += mostAtOnce) {
    const some = debts.slice(first, first + mostAtOnce)
    const applied = await publishTogether(tx, redis, some).catch(() => publishOneByOne({ tx, redis, log }, some))
    settled.push(...applied)
    if (applied.length === 0) break
  }
  await settle(tx, settled)
}

async function publishTogether(tx: Tx, redis: Redis, debts: readonly Debt[]): Promise<Settled[]> {
  const links = debts.filter((debt): debt is LinkDebt => debt.domain_id !== null)
  const records = await readRecords(tx, links)
  const changes = links.map((debt, index) => ({ ...debt, record: records[index] ?? absenceOf(debt) }))
  const servers = await publishLinks(redis, changes)
  const settled: Settled[] = links.map((debt, index) => ({ ...debt, servers: [servers[index] ?? ''] }))
  for (const debt of debts) {
    if (debt.domain_id === null) settled.push({ ...debt, servers: await publishHost(tx, redis, hostOf(debt)) })
  }
  return settled
}

/** A change that fails does not keep back the others. */
async function publishOneByOne(
  { tx, redis, log }: { tx: Tx; redis: Redis; log: Log },
  debts: readonly Debt[],
): Promise<Settled[]> {
  const settled: Settled[] = []
  let failures = 0
  for (const debt of debts) {
    try {
      settled.push({ ...debt, servers: await publish(tx, redis, debt) })
      failures = 0
    } catch (error) {
      failures += 1
      log.warn({ err: error, domain_id: debt.domain_id, code: debt.code }, 'change not relayed; it will be')
      if (failures === mostFailuresInARow) break
    }
  }
  return settled
}

async function publish(tx: Tx, redis: Redis, debt: Debt): Promise<string[]> {
  const { domain_id, code, rev } = debt
  if (domain_id === null) return await publishHost(tx, redis, hostOf(debt))
  return [await publishCurrent(tx, redis, { domain_id, code, rev })]
}

const hostOf = ({ code, rev }: Debt) => ({ host: code, rev })

const absenceOf = ({ rev }: Debt) => ({ rev, absent: true }) as const

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
