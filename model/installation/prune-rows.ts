import type { Part, Tx } from '#runtime/postgres.ts'
import { heldDays } from '#schemas/account-limits.ts'
import { auditYears } from '../accounts/audit-log.ts'
import { ledgerDays } from '../clicks/batches/limits.ts'
import { keptDays } from '../destinations/destination-rows.ts'
import { removeUnusedClients } from '../oauth/clients.ts'
import { isForgotten } from '../publish/settle.ts'
import { isPastReport } from '../safety/visitor-reports.ts'

/** Rows of one statement. */
const mostRows = 10_000
/** Limit for all tables, so that the transaction stays short; the rest waits for the next run. */
const longestMs = 10_000
/** Tolerance for the clocks of redirectors, which determine the age of a batch. */
const marginDays = 1
const messageDays = 30
const idempotencyHours = 24
/** Imports that wait for their owner keep their files for this long. */
const leftDays = 30

/** Removes expired rows. Keeps batches that are not stored, because their clicks are still on a disk. */
export async function pruneRows(tx: Tx): Promise<void> {
  const prune = pruner(tx, performance.now() + longestMs)
  const stored = tx`claimed_at < now() - make_interval(days => ${ledgerDays + marginDays}) and stored_at is not null`
  // Clicks of links without a row here come only in older batches (claim-batch.ts).
  const purged = tx`deleted_at < now() - make_interval(days => ${ledgerDays + marginDays}) and purges = 3`
  const sent = tx`created_at < now() - make_interval(days => ${messageDays})`
  const replayed = tx`created_at < now() - make_interval(hours => ${idempotencyHours})`
  await prune('click_batches', ['batch_id'], stored)
  await prune('deleted_links', ['link_id'], purged)
  await prune('applied_changes', ['domain_id', 'code'], isForgotten(tx))
  await prune('released_subdomains', ['host'], tx`released_at < now() - make_interval(days => ${heldDays})`)
  await prune('webhook_messages', ['id'], sent)
  await prune('webhook_batches', ['id'], sent)
  await prune('idempotency_keys', ['account_id', 'key'], replayed)
  await prune('kept_reply_bytes', ['account_id', 'day'], tx`day < now() - make_interval(days => 2)`)
  const expired = tx`expires_at <= now()`
  await prune('sign_in_attempts', ['state_hash'], expired)
  await prune('password_resets', ['token_hash'], expired)
  await prune('invitations', ['id'], expired)
  await prune('audit_log', ['id'], tx`at < now() - make_interval(years => ${auditYears})`)
  const isOld = tx`read_at < now() - make_interval(days => ${keptDays})`
  await prune('destinations', ['url_hash'], isOld)
  await prune('destination_sites', ['origin'], isOld)
  const isLeft = tx`state in ('ready', 'paused') and updated_at < now() - make_interval(days => ${leftDays})`
  await prune('imports', ['id'], isLeft)
  await prune('safety_reports', ['id'], isPastReport(tx))
  await removeUnusedClients(tx)
}

/** Skips rows that a request has locked: to wait for them could deadlock. Each table loses some rows, and more until the end. */
const pruner = (tx: Tx, end: number) => async (table: string, key: string[], isExpired: Part) => {
  let deleted: number
  do {
    const { count } = await tx`
      delete from ${tx(table)}
      where (${tx(key)}) in (
        select ${tx(key)}
        from ${tx(table)}
        where ${isExpired}
        limit ${mostRows}
        for update skip locked
      )`
    deleted = count
  } while (deleted === mostRows && performance.now() < end)
}
