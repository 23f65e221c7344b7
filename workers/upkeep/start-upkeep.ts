import { Counter, type Registry } from 'prom-client'
import { keepSalts } from '#model/clicks/keep-salts.ts'
import { purgeClicks, purgesAreDue } from '#model/clicks/purge-clicks.ts'
import { keepRollups, rollupsAreDue } from '#model/clicks/rollups/keep-rollups.ts'
import { domainsAreDue, recheckDomains } from '#model/domains/recheck-domains.ts'
import { watchSignificance } from '#model/experiments/announce-significance.ts'
import { historyIsDue, purgeHistory } from '#model/history/purge-history.ts'
import { importsAreDue } from '#model/imports/import-turn.ts'
import { itemsAreDue, pruneItems } from '#model/imports/prune-items.ts'
import { verificationsAreDue } from '#model/imports/verifications.ts'
import { pruneRows } from '#model/installation/prune-rows.ts'
import { announceExpiries, expiriesAreDue } from '#model/links/announce-expiries.ts'
import { announceDueLimits, limitsAreDue } from '#model/links/announce-limits.ts'
import { emptyTrash, trashIsDue } from '#model/links/empty-trash.ts'
import { runSchedules, schedulesAreDue } from '#model/links/run-schedules.ts'
import { applyAgain, applyingAgainIsDue } from '#model/publish/apply-again.ts'
import { factsAreDue, relayFacts } from '#model/publish/relay-facts.ts'
import { outboxIsDue, relayOutbox } from '#model/publish/relay-outbox.ts'
import { announceExpiredCodes, expiredCodesAreDue } from '#model/qr-codes/announce-expired-codes.ts'
import { deliveriesAreDue } from '#model/webhooks/endpoints.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import { createDns } from '#runtime/dns.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import { openQueue } from '#runtime/queues.ts'
import { connectRedis, type Redis } from '#runtime/redis.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { sweepImports, sweepVerifications } from '../imports/sweep-imports.ts'
import { sweepWebhooks } from '../webhooks/sweep.ts'
import { type DueTask, runEvery, runWhenDue, type Task } from './run-tasks.ts'

const rhythm = { everyMs: 500, restingMs: 1_000, restAfterMs: 10_000 }
/** A turn builds up to two million clicks, which takes a few seconds of one core. */
const rollupsEveryMs = 10_000

export interface Parts {
  config: Config
  log: Log
  lifecycle: Lifecycle
  registry: Registry
  sql: Sql
  redis: Redis
  clickhouse: ClickHouse
}

/** Starts all timers. Their tasks are implemented in model/. `others` are the tasks of other folders. */
export function startUpkeep(
  { config, log, lifecycle, registry, sql, redis, clickhouse }: Parts,
  urls: StoreUrls,
  others: readonly DueTask[],
): void {
  const failures = new Counter({
    name: 'upkeep_failures_total',
    help: 'Failed upkeep runs, by task.',
    labelNames: ['task'],
    registers: [registry],
  })
  const stores = { sql, redis, config, log }
  const domainStores = { ...stores, dns: createDns(config.DNS_SERVERS) }
  const queueConnection = connectRedis(urls.redis_url, { name: 'workers sweeper' })
  lifecycle.onStop('sweeper connection', () => queueConnection.disconnect())
  const webhookQueue = openQueue('webhooks', queueConnection)
  const importQueue = openQueue('imports', queueConnection)
  const whenDue: DueTask[] = [
    { name: 'relay', isDue: outboxIsDue, run: (tx) => relayOutbox(tx, redis, log) },
    { name: 'facts', isDue: factsAreDue, run: (tx) => relayFacts(tx, clickhouse) },
    { name: 'expiries', isDue: expiriesAreDue, run: (tx) => announceExpiries(tx, config) },
    { name: 'schedules', isDue: schedulesAreDue, run: () => runSchedules(stores) },
    { name: 'limits', isDue: limitsAreDue, run: (tx) => announceDueLimits(tx, config) },
    { name: 'expired codes', isDue: expiredCodesAreDue, run: (tx) => announceExpiredCodes(tx, config) },
    { name: 'webhooks', isDue: deliveriesAreDue, run: (tx) => sweepWebhooks(tx, webhookQueue) },
    { name: 'domains', everyMs: 5_000, isDue: domainsAreDue, run: () => recheckDomains(domainStores) },
    { name: 'trash', everyMs: 10_000, isDue: trashIsDue, run: () => emptyTrash(stores) },
    { name: 'purge', everyMs: 10_000, isDue: purgesAreDue, run: (tx) => purgeClicks(tx, { sql, clickhouse }) },
    {
      name: 'rollups',
      everyMs: rollupsEveryMs,
      isDue: rollupsAreDue(config.VISITOR_WINDOW_DAYS),
      run: () => keepRollups({ sql, clickhouse }, config.VISITOR_WINDOW_DAYS),
    },
    { name: 'history', everyMs: 60_000, isDue: historyIsDue, run: (tx) => purgeHistory(tx) },
    { name: 'import items', everyMs: 60_000, isDue: itemsAreDue, run: (tx) => pruneItems(tx) },
    { name: 'imports', isDue: importsAreDue, run: (tx) => sweepImports(tx, importQueue) },
    { name: 'verifications', isDue: verificationsAreDue, run: (tx) => sweepVerifications(tx, importQueue) },
    ...others,
  ]
  const tasks: Task[] = [
    failoverTask(stores),
    { name: 'significance', everyMs: 30_000, run: watchSignificance({ clickhouse, config, log }) },
    { name: 'prune', everyMs: 60_000, run: pruneRows },
    { name: 'salts', everyMs: 600_000, run: (tx) => keepSalts(tx, config.VISITOR_WINDOW_DAYS, Date.now()) },
  ]
  lifecycle.onStop('upkeep', runWhenDue({ sql, log, failures }, whenDue, rhythm))
  for (const task of tasks) lifecycle.onStop(`upkeep ${task.name}`, runEvery({ sql, log, failures }, task))
}

const failoverTask = ({ sql, redis, log }: Pick<Parts, 'sql' | 'redis' | 'log'>): Task => ({
  name: 'failover',
  everyMs: 3_000,
  isWorthwhile: () => applyingAgainIsDue(sql, redis, log),
  run: (tx) => applyAgain(tx, redis, log),
})
