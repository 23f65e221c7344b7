import type { Tx } from '#runtime/postgres.ts'
import { ledgerDays } from '../clicks/batches/limits.ts'

/** Rows deleted from one table per run; the rest waits for the next run. */
const mostRows = 10_000
/** Tolerance for the clocks of redirectors, which determine the age of a batch. */
const marginDays = 1
const messageDays = 30
const idempotencyHours = 24

/** Removes expired rows. Keeps batches that are not stored, because their clicks are still on a disk. */
export async function pruneRows(tx: Tx): Promise<void> {
  await tx`
    delete from click_batches
    where batch_id in (
      select batch_id
      from click_batches
      where claimed_at < now() - make_interval(days => ${ledgerDays + marginDays}) and stored_at is not null
      limit ${mostRows}
    )`
  await tx`
    delete from deleted_links
    where link_id in (
      select link_id
      from deleted_links
      where deleted_at < now() - make_interval(days => ${ledgerDays + marginDays}) and purges = 2
      limit ${mostRows}
    )`
  await tx`
    delete from webhook_messages
    where id in (
      select id
      from webhook_messages
      where created_at < now() - make_interval(days => ${messageDays})
      limit ${mostRows}
    )`
  await tx`
    delete from webhook_batches
    where id in (
      select id
      from webhook_batches
      where created_at < now() - make_interval(days => ${messageDays})
      limit ${mostRows}
    )`
  await tx`
    delete from idempotency_keys
    where (account_id, key) in (
      select account_id, key
      from idempotency_keys
      where created_at < now() - make_interval(hours => ${idempotencyHours})
      limit ${mostRows}
    )`
}
