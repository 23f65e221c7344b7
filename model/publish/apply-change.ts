import type { Site } from '../links/describe-link.ts'
import type { LinkRow } from '../links/link-row.ts'
import { deleteCounters } from '../links/visit-counters.ts'
import type { Stores } from '../stores.ts'
import { newRecord } from './build-record.ts'
import { publishCurrent, publishLinks, untilAnnounced } from './publish-link.ts'
import { settle } from './settle.ts'

/** Requirements of a change of a link: two stores, the site for its record, and a log. */
export interface LinkStores extends Pick<Stores, 'sql' | 'redis' | 'log'> {
  config: Site
}

/** A committed change that is not in Redis yet, with its row in the outbox. */
export interface Change {
  outbox_id: number
  domain_id: string
  code: string
  rev: number
  /** Counters of visits in Redis that nothing reads after this change. They are left there if Redis is unavailable. */
  ended_counters?: readonly string[]
}

/**
 * Applies a committed change to Redis immediately. A failure does not affect the caller: the row stays in the outbox and the
 * relay applies it.
 */
export async function applyChange({ sql, redis, log }: LinkStores, change: Change): Promise<void> {
  const { outbox_id, domain_id, code, rev, ended_counters = [] } = change
  try {
    const server = await publishCurrent(sql, redis, { domain_id, code, rev })
    await deleteCounters(redis, ended_counters)
    const settled = settle(sql, [{ ids: [outbox_id], domain_id, code, rev, servers: [server] }])
    await Promise.all([settled, untilAnnounced(redis)])
  } catch (error) {
    log.warn({ err: error, domain_id, code, rev }, 'change left to the relay')
  }
}

/**
 * The same for links that were just created and have no QR code or test: their rows are all that their records contain. A
 * change that somebody has made since has a newer rev, and its record stays.
 */
export async function applyCreated(
  { sql, redis, log }: LinkStores,
  created: readonly { change: Change; link: LinkRow & { account_id: string; rev: number } }[],
): Promise<void> {
  try {
    const servers = await publishLinks(
      redis,
      created.map(({ change, link }) => ({ ...change, record: newRecord(link) })),
    )
    // No server has an older record of a code that was just generated, and no redirector knows it.
    const settled = created.map(({ change: { outbox_id, ...change }, link }, index) => ({
      ...change,
      ids: [outbox_id],
      servers: link.is_custom_alias ? [servers[index] ?? ''] : [],
    }))
    const mayBeKnown = created.some(({ link }) => link.is_custom_alias)
    await Promise.all([settle(sql, settled), mayBeKnown && untilAnnounced(redis)])
  } catch (error) {
    log.warn({ err: error, links: created.length }, 'new links left to the relay')
  }
}
