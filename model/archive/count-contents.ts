import { z } from 'zod'
import { ch as statement, uuid } from '#runtime/ch-tag.ts'
import type { accountContents } from '#schemas/archive.ts'
import { askClicksBriefly } from '../clicks/ask-clicks.ts'
import { findUnpurged } from '../clicks/purge-clicks.ts'
import { withoutLinks } from '../clicks/which-clicks.ts'
import { theRow } from '../rows.ts'
import type { Stores } from '../stores.ts'

const clicksRow = z.object({ clicks: z.int() })

/** Objects and clicks of an account, including archived links and those in the trash, and clicks by bots. */
export async function countContents(
  { sql, ch }: Pick<Stores, 'sql' | 'ch'>,
  accountId: string,
  gone: AbortSignal,
): Promise<z.input<typeof accountContents>> {
  const rows = await sql<Omit<z.input<typeof accountContents>, 'clicks'>[]>`
    select
      (select count(*) from links where account_id = ${accountId}) as links,
      (select count(*) from qr_codes where account_id = ${accountId}) as qr_codes,
      (select count(*) from ab_tests where account_id = ${accountId}) as ab_tests`
  const deletedIds = await findUnpurged(sql, accountId)
  const counting = statement`
    select count() as clicks
    from clicks
    where account_id = ${uuid(accountId)} ${withoutLinks(deletedIds)}`
  const counted = await askClicksBriefly(ch, counting, clicksRow, gone)
  return { ...theRow(rows, 'the counts were not returned'), clicks: counted?.[0]?.clicks ?? null }
}
