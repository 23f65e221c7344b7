import { hostname } from 'node:os'
import type { Registry } from 'prom-client'
import {
  type ProcessName,
  type ProcessReport,
  processReportsKey,
  reportEveryMs,
  reportKeptMs,
} from '#schemas/process-report.ts'
import type { Config } from './config.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Log } from './log.ts'
import type { Redis } from './redis.ts'
import { redisTime } from './redis-time.ts'
import { repeat } from './repeat.ts'
import { readVersion } from './version.ts'

interface Reporter {
  redis: Redis
  registry: Registry
  config: Pick<Config, 'INSTANCE'>
  lifecycle: Lifecycle
  log: Log
}

/** Reports the state of the process in Redis every few seconds, and removes the report when the process stops. */
export function reportProcess(name: ProcessName, { redis, registry, config, lifecycle, log }: Reporter): void {
  const id = `${name} ${hostname()} ${process.pid}`
  const constant = {
    name,
    host: hostname(),
    pid: process.pid,
    instance: config.INSTANCE,
    version: readVersion(),
    node: process.versions.node,
    started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
  }
  const report = async () => {
    try {
      // The clocks of machines can differ by more than the time between two reports.
      const reported_at = new Date(await redisTime(redis, processReportsKey)).toISOString()
      const told: ProcessReport = { ...constant, reported_at, ...(await readFigures(registry)) }
      await redis.hset(processReportsKey, id, JSON.stringify(told))
    } catch (error) {
      log.debug({ err: error }, 'failed to report the process state')
    }
  }
  const stopReporting = repeat(reportEveryMs, report)
  void forgetOld(redis).catch((error: unknown) => log.debug({ err: error }, 'failed to delete old process reports'))
  lifecycle.onStop('report', async () => {
    // A pending report would arrive later and make the process look like one that stopped responding.
    await stopReporting()
    if (redis.status === 'ready') await redis.hdel(processReportsKey, id)
  })
}

async function readFigures(registry: Registry) {
  const drops = await valuesOf(registry, 'clicks_dropped_total')
  return {
    memory_bytes: process.memoryUsage.rss(),
    spool_segments: (await valuesOf(registry, 'spool_segments_waiting'))[0]?.value ?? null,
    parked_batches: (await valuesOf(registry, 'click_batches_parked'))[0]?.value ?? null,
    drops: Object.fromEntries(
      drops.filter(({ value }) => value > 0).map(({ labels, value }) => [String(labels['reason']), value]),
    ),
  }
}

/** Returns an empty list if the process has no such metric. */
async function valuesOf(registry: Registry, metric: string) {
  return (await registry.getSingleMetric(metric)?.get())?.values ?? []
}

/** Containers get a new host name at each start, so reports of old ones would stay forever. */
async function forgetOld(redis: Redis): Promise<void> {
  const now = await redisTime(redis, processReportsKey)
  for (const [id, text] of Object.entries(await redis.hgetall(processReportsKey))) {
    const { reported_at } = JSON.parse(text) as Partial<ProcessReport>
    if (now - Date.parse(reported_at ?? '') < reportKeptMs) continue
    await redis.hdel(processReportsKey, id)
  }
}
