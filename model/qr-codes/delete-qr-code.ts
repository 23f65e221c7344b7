import type { Tx } from '#runtime/postgres.ts'
import { deletedQrCode } from '#schemas/qr-codes.ts'
import { endExperiment } from '../experiments/complete-experiment.ts'
import { readExperiment } from '../experiments/read-experiment.ts'
import { removeLink } from '../links/delete-link.ts'
import type { Site } from '../links/describe-link.ts'
import { withLockedLink } from '../links/lock-link.ts'
import type { LockedLink } from '../links/locked-link.ts'
import { writeLink } from '../links/write-link.ts'
import { applyChange, type Change, type LinkStores } from '../publish/apply-change.ts'
import { announce } from '../webhooks/announce.ts'
import { describeQrCode } from './describe-qr-code.ts'
import type { FoundQrCode } from './qr-code-row.ts'
import { lockUnchanged } from './read-qr-code.ts'

type QrDeletion = 'deleted' | 'not-found' | 'changed-meanwhile'

/** Deletes a code and, unless it is kept, its short URL. Visits of a kept short URL stop counting as scans. */
export async function deleteQrCode(
  stores: LinkStores,
  code: FoundQrCode,
  { keep_short_url }: { keep_short_url: boolean },
): Promise<QrDeletion> {
  const { account_id, link_id } = code
  if (link_id === null) {
    return await stores.sql.begin((tx) => removeCode(tx, code, stores.config))
  }
  const outcome = await withLockedLink(stores, { account_id, link_id }, async (tx, link) => {
    if (link.qr_code_id !== code.id) return null
    // A kept short URL must not be that of a page, which its code may show by now.
    if (keep_short_url && (await lockWithLink(tx, code, link)) === undefined) return null
    const own = { ...link, account_id }
    const debts = keep_short_url ? await release(tx, own, stores) : [await removeLink(tx, own, stores.config)]
    return { debts, deletion: await removeCode(tx, code, stores.config) }
  })
  if (!outcome) return 'changed-meanwhile'
  await Promise.all(outcome.debts.map((debt) => applyChange(stores, debt)))
  return outcome.deletion
}

/** In the order of all changes of a code and its link. undefined if the code has changed since it was read. */
async function lockWithLink(tx: Tx, code: FoundQrCode, { id }: LockedLink): Promise<FoundQrCode | undefined> {
  await tx`select from links where id = ${id} for update`
  return await lockUnchanged(tx, code)
}

/** A test of the link continues; a test of the code ends with it. */
async function release(tx: Tx, link: LockedLink & { account_id: string }, { config }: LinkStores): Promise<Change[]> {
  const test = link.ab_test_id === null ? undefined : await readExperiment(tx, link.ab_test_id)
  if (test?.kind === 'qr') await endExperiment(tx, test.id, config)
  const ab_test_id = test?.kind === 'qr' ? null : link.ab_test_id
  const { debts } = await writeLink(tx, { ...link, qr_code_id: null, ab_test_id }, {}, config)
  return debts
}

async function removeCode(tx: Tx, code: FoundQrCode, site: Site): Promise<QrDeletion> {
  const { count } = await tx`
    with code as (
      delete from qr_codes
      where id = ${code.id}
      returning id
    ), counts as (
      delete from qr_counts
      where qr_code_id in (select id from code)
    )
    select from code`
  if (count === 0) return 'not-found'
  const data = deletedQrCode.parse(describeQrCode(code, site, Date.now()))
  await announce(tx, code.account_id, 'qr.deleted', data)
  return 'deleted'
}
