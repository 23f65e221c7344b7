import type { Tx } from '#runtime/postgres.ts'
import { ledgerDays } from '../clicks/batches/limits.ts'

/** Rows deleted from one table in one run; what is left goes in the next. */
const mostRows = 10_000
/** Clocks of redirectors tell how old a batch is, and they may be wrong by less than this. */
const marginDays = 1
const messageDays = 30
const idempotencyHours = 24

/** Removes what nobody will ask for again. A batch that is not stored stays: its clicks are still on a disk. */
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
