import type { Tx } from '#runtime/postgres.ts'
import { deletedShortUrl } from '#schemas/links.ts'
import { endExperiment } from '../experiments/complete-experiment.ts'
import { applyChange, type Change, type LinkStores } from '../publish/apply-change.ts'
import { touchQrCode } from '../qr-codes/write-qr-code.ts'
import { theRow } from '../rows.ts'
import { announce } from '../webhooks/announce.ts'
import { describeLink, type Site, shortUrlOf } from './describe-link.ts'
import { withLockedLink } from './lock-link.ts'
import type { LockedLink } from './locked-link.ts'
import { refuseDeletion } from './quarantine-link.ts'
import { endedCounters } from './visit-counters.ts'

/**
 * Deletes a link of an account. When this returns, no redirector serves it and its code is available. The workers find it
 * in deleted_links and purge its clicks. False if there is no such link, or the locked one is not due.
 */
export async function deleteLink(
  stores: LinkStores,
  accountId: string,
  linkId: string,
  isDue: (link: LockedLink, tx: Tx) => boolean | Promise<boolean> = () => true,
): Promise<boolean> {
  const which = { account_id: accountId, link_id: linkId }
  const change = await withLockedLink(stores, which, async (tx, link) => {
    if (!(await isDue(link, tx))) return undefined
    const removed = await removeLink(tx, { ...link, account_id: accountId }, stores.config)
    if (link.qr_code_id !== null) await orphanCode(tx, link.qr_code_id, link, stores.config)
    return removed
  })
  if (change !== undefined) await applyChange(stores, change)
  return change !== undefined
}

/** Deletes a locked link and announces it. */
export async function removeLink(tx: Tx, link: LockedLink & { account_id: string }, site: Site): Promise<Change> {
  refuseDeletion(link)
  if (link.ab_test_id !== null) await endExperiment(tx, link.ab_test_id, site)
  const outbox_id = await deleteRows(tx, link)
  const data = deletedShortUrl.parse(describeLink({ ...link, ab_test_id: null, stored: null }, site, Date.now()))
  await announce(tx, link.account_id, 'url.deleted', data)
  const ended_counters = endedCounters(link, null)
  return { outbox_id, domain_id: link.domain.id, code: link.code, rev: link.rev, ended_counters }
}

/** A QR code whose short URL is deleted keeps its record, but its scans are deleted with the clicks of the link. */
async function orphanCode(tx: Tx, qrCodeId: string, link: LockedLink, site: Site): Promise<void> {
  await tx`delete from qr_counts where qr_code_id = ${qrCodeId}`
  const short_url = shortUrlOf(site, link.domain, link.code)
  await touchQrCode(tx, qrCodeId, site, { short_url_id: link.id, short_url })
}

async function deleteRows(tx: Tx, { id, rev }: LockedLink): Promise<number> {
  const rows = await tx<{ outbox_id: number }[]>`
    with link as (
      delete from links
      where id = ${id}
      returning id, account_id, domain_id, code
    ), counts as (
      delete from link_counts
      where link_id in (select id from link)
    ), conversions as (
      delete from conversions
      where link_id in (select id from link)
    ), grave as (
      insert into deleted_links (link_id, account_id)
      select id, account_id from link
    ), debt as (
      insert into outbox (target, domain_id, code, rev)
      select 'redis', domain_id, code, ${rev} from link
      returning id
    )
    select debt.id as outbox_id
    from debt
  `
  return theRow(rows, `link ${id} vanished under its lock`).outbox_id
}
