import type { ArchivedClick } from '#core/archive/check-clicks.ts'
import type { Tx } from '#runtime/postgres.ts'
import { type ClickRow, noId } from '#schemas/clicks.ts'
import { holdTurn } from '../import-turn.ts'
import { storeClicks } from '../store-clicks.ts'
import { removeArchivePart, type StagedPart } from './archive-parts.ts'
import { type ArchiveRun, countImported } from './archive-run.ts'
import { deriveId, findIds } from './source-ids.ts'

/**
 * Stores the clicks of a part as one batch, and ends the part in the transaction that marks the batch as stored. Counters are
 * not changed: those of the archive include these clicks.
 */
export async function importClicks(
  importing: ArchiveRun,
  part: Extract<StagedPart, { kind: 'clicks' }>,
): Promise<void> {
  const { stores, run } = importing
  const rows = await translate(importing, part.rows)
  const batch_id = `${deriveId(run.id, 'clicks', String(part.place)).slice(0, 32)}0000`
  const commit = async (tx: Tx) => {
    await holdTurn(tx, run, {})
    await countImported(tx, run, 'clicks', rows.length)
    await removeArchivePart(tx, run.id, part.place)
  }
  const isEnded = rows.length > 0 && (await storeClicks(stores, { batch_id, rows, commit }))
  if (!isEnded) await stores.sql.begin(commit)
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
