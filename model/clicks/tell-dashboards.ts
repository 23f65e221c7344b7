import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { type LiveMessage, liveChannel, mostLiveLinks } from '#schemas/live-clicks.ts'

/** Tells open dashboards that clicks are stored. Nothing waits for it: figures are also read again every 15 minutes. */
export function tellDashboards({ redis, log }: { redis: Redis; log: Log }, rows: readonly ClickRow[]): void {
  if (rows.length === 0) return
  redis.publish(liveChannel, JSON.stringify(linksByAccount(rows))).catch((error: unknown) => {
    log.debug({ err: error }, 'open dashboards were not notified')
  })
}

function linksByAccount(rows: readonly ClickRow[]): LiveMessage {
  const links = new Map<string, Set<string>>()
  for (const { account_id, link_id } of rows) {
    const known = links.get(account_id)
    if (known === undefined) links.set(account_id, new Set([link_id]))
    else known.add(link_id)
  }
  return Object.fromEntries([...links].map(([account, ids]) => [account, ids.size > mostLiveLinks ? null : [...ids]]))
}
