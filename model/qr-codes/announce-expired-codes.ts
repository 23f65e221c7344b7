import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Site } from '../links/describe-link.ts'
import { idsOf } from '../rows.ts'
import { announceCodes } from './write-qr-code.ts'

/** Codes per run; the rest waits for the next run. */
const mostCodes = 1_000

/** Announces qr.expired for codes that have expired, once for each expires_at. */
export async function announceExpiredCodes(tx: Tx, site: Site): Promise<void> {
  await announceCodes(tx, 'qr.expired', await markExpired(tx), site)
}

const hasExpired = (sql: Sql | Tx) => sql`not expiry_announced and expires_at <= now()`
export const expiredCodesAreDue = (sql: Sql) => sql`exists (select from qr_codes where ${hasExpired(sql)})`

/** Skips a code that is being changed: its expiration date may be moved, and there is a next run. */
async function markExpired(tx: Tx): Promise<string[]> {
  return await idsOf(tx`
    with due as (
      select id
      from qr_codes
      where ${hasExpired(tx)}
      order by expires_at
      limit ${mostCodes}
      for no key update skip locked
    )
    update qr_codes
    set expiry_announced = true
    from due
    where qr_codes.id = due.id
    returning qr_codes.id`)
}
