import type { Log } from '#runtime/log.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { readRecords } from './build-record.ts'
import { publishHost } from './publish-host.ts'
import { mostLinksAtOnce, publishLinks } from './publish-link.ts'
import { relayedAfter, type Settled, settle } from './settle.ts'

/** Changes of one run, so that its transaction stays short. The next run begins at most half a second later. */
const mostRows = 5_000
/** A run ends after this time, for example if one server of a cluster is silent, which makes each message wait. */
const runMostMs = 10_000

interface Debt {
  /** null for a change of a host, which is in `code`. */
  domain_id: string | null
  code: string
  rev: number
  ids: number[]
}

/**
 * Applies committed changes that are missing in Redis because their process was killed or Redis was unavailable. After an
 * outage of Redis these can be many: all links that were created meanwhile.
 */
export async function relayOutbox(tx: Tx, redis: Redis, log: Log): Promise<void> {
  const debts = await takeDebts(tx)
  const settled: Settled[] = []
  const end = performance.now() + runMostMs
  for (let first = 0; first < debts.length && performance.now() < end; first += mostLinksAtOnce) {
    const applied = await publishSome({ tx, redis, log }, debts.slice(first, first + mostLinksAtOnce))
    settled.push(...applied)
    // Redis is unavailable.
    if (applied.length === 0) break
  }
  await settle(tx, settled)
}

/** Together; if that fails, each alone, so that one with a problem does not keep back the others. */
async function publishSome(
  { tx, redis, log }: { tx: Tx; redis: Redis; log: Log },
  debts: readonly Debt[],
): Promise<Settled[]> {
  try {
    return await publish(tx, redis, debts)
  } catch (error) {
    log.warn({ err: error, changes: debts.length }, 'changes could not be relayed together; trying each alone')
  }
  const outcomes = await Promise.allSettled(debts.map((debt) => publish(tx, redis, [debt])))
  const applied = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  // If all fail, Redis has a problem, and not each change.
  const level = applied.length === 0 ? 'debug' : 'warn'
  outcomes.forEach((outcome, index) => {
    if (outcome.status === 'fulfilled') return
    const { domain_id, code } = debts[index] ?? {}
    log[level]({ err: outcome.reason, domain_id, code }, 'change not relayed; it will be')
  })
  return applied
}

async function publish(tx: Tx, redis: Redis, debts: readonly Debt[]): Promise<Settled[]> {
  const links = debts.flatMap(({ domain_id, ...debt }) => (domain_id === null ? [] : [{ ...debt, domain_id }]))
  const records = await readRecords(tx, links)
  const servers = await publishLinks(
    redis,
    links.map((debt, index) => ({ ...debt, record: records[index] ?? { rev: debt.rev, absent: true } })),
  )
  const settled: Settled[] = links.map((debt, index) => ({ ...debt, servers: [servers[index] ?? ''] }))
  for (const debt of debts) {
    if (debt.domain_id !== null) continue
    settled.push({ ...debt, servers: await publishHost(tx, redis, { host: debt.code, rev: debt.rev }) })
  }
  return settled
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
