import type { ArchivedClick } from '#core/archive/check-clicks.ts'
import { type ClickRow, noId } from '#schemas/clicks.ts'
import { claimBatch } from '../../clicks/batches/claim-batch.ts'
import { markStored } from '../../clicks/batches/commit-batch.ts'
import { attemptLimitMs } from '../../clicks/batches/limits.ts'
import { shardsOf } from '../../clicks/batches/shards.ts'
import { storeAgain } from '../../clicks/batches/store-again.ts'
import { reopenDays } from '../../clicks/rollups/reopen-days.ts'
import { holdTurn } from '../import-turn.ts'
import { removeArchivePart, type StagedPart } from './archive-parts.ts'
import { type ArchiveRun, countImported } from './archive-run.ts'
import { deriveId, findIds } from './source-ids.ts'

/**
 * Stores the clicks of a part as one batch, with an id that follows from the import, and ends the part in the transaction that
 * marks the batch as stored. Counters are not changed: those of the archive include these clicks. No event is sent.
 *
 * Every attempt looks for clicks that are stored already, also the first one: the ledger may be from a backup that was taken
 * after them.
 */
export async function importClicks(
  importing: ArchiveRun,
  part: Extract<StagedPart, { kind: 'clicks' }>,
): Promise<void> {
  const { stores, run } = importing
  const { sql, ch } = stores
  const signal = AbortSignal.timeout(attemptLimitMs)
  const translated = await translate(importing, part.rows)
  const batch_id = `${deriveId(run.id, 'clicks', String(part.place)).slice(0, 32)}0000`
  const linkIds = translated.map(({ link_id }) => link_id)
  const claim = await claimBatch(sql, { batch_id, rows: part.rows.length }, linkIds, await shardsOf(ch))
  if (claim.kind === 'mine') {
    const rows = translated.filter(({ link_id }) => !claim.deletedLinks.has(link_id))
    await reopenDays(sql, rows)
    const { attempt, group_id, shard } = claim
    await storeAgain(sql, ch, { batch_id, group_id, attempt, shard, rows, signal })
  }
  await sql.begin(async (tx) => {
    await holdTurn(tx, run)
    await markStored(tx, batch_id)
    await countImported(tx, run, 'clicks', translated.length)
    await removeArchivePart(tx, run.id, part.place)
  })
}

/** Clicks of links that this import has created. */
async function translate({ stores: { sql }, run }: ArchiveRun, clicks: readonly ArchivedClick[]): Promise<ClickRow[]> {
  const of = (name: 'link_id' | 'qr_code_id' | 'test_id' | 'variant_id') =>
    clicks.map((click) => (click[name] === noId ? null : click[name]))
  const links = await findIds(sql, run, 'links', of('link_id'))
  const codes = await findIds(sql, run, 'qr_codes', of('qr_code_id'))
  const tests = await findIds(sql, run, 'ab_tests', of('test_id'))
  const variants = await findIds(sql, run, 'ab_variants', of('variant_id'))
  return clicks.flatMap((click) => {
    const link = links.get(click.link_id)
    if (link?.is_new !== true) return []
    return [
      {
        ...click,
        account_id: run.account_id,
        link_id: link.id,
        qr_code_id: codes.get(click.qr_code_id)?.id ?? noId,
        test_id: tests.get(click.test_id)?.id ?? noId,
        variant_id: variants.get(click.variant_id)?.id ?? noId,
      },
    ]
  })
}
