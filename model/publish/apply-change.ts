import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import type { Site } from '../links/describe-link.ts'
import { publishCurrent } from './publish-link.ts'

/** What a change of a link needs: its two stores, the site for its record, and a log. */
export interface LinkStores {
  sql: Sql
  redis: Redis
  config: Site
  log: Log
}

/** A committed change that Redis does not know yet, with its row in the outbox. */
export interface Change {
  outbox_id: number
  domain_id: string
  code: string
  rev: number
}

/**
 * Brings a committed change to Redis at once. A failure here is not the caller's: the row in the outbox stays, and the
 * relay applies it.
 */
export async function applyChange({ sql, redis, log }: LinkStores, change: Change): Promise<void> {
  const { outbox_id, domain_id, code, rev } = change
  try {
    await publishCurrent(sql, redis, { domain_id, code, rev })
    await sql`delete from outbox where id = ${outbox_id}`
  } catch (error) {
    log.warn({ err: error, domain_id, code, rev }, 'change left to the relay')
  }
}
