import type { Tx } from '#runtime/postgres.ts'
import { deletedShortUrl } from '#schemas/links.ts'
import { announce } from './announce.ts'
import { applyChange, type LinkStores } from './apply-change.ts'
import { describeLink, type LinkDomain, type LinkRow } from './describe-link.ts'
import { takeRev } from './take-rev.ts'

export type DeleteOutcome = { kind: 'deleted' } | { kind: 'not-found' }

/**
 * Deletes a link of an account: when this returns, no redirector will serve it and its code is free. Its clicks are
 * purged by the workers, who find it in deleted_links.
 */
export async function deleteLink(stores: LinkStores, accountId: string, linkId: string): Promise<DeleteOutcome> {
  const [found] = await stores.sql<Found[]>`
    select links.code, domains.id as domain_id, domains.type, domains.host
    from links
    join domains on domains.id = links.domain_id
    where links.id = ${linkId} and links.account_id = ${accountId}
  `
  if (found === undefined) return { kind: 'not-found' }
  const { code, domain_id, ...domain } = found
  const change = await stores.sql.begin(async (tx) => {
    const rev = await takeRev(tx, domain_id, code)
    const row = await deleteRows(tx, accountId, linkId, rev)
    if (row === undefined) return undefined
    const { outbox_id, ...columns } = row
    const link = { ...columns, domain, clicks: 0, last_clicked_at: null, stored: null }
    const data = deletedShortUrl.parse(describeLink(link, stores.config, Date.now()))
    await announce(tx, accountId, 'url.deleted', data)
    return { outbox_id, domain_id, code, rev }
  })
  if (change === undefined) return { kind: 'not-found' }
  await applyChange(stores, change)
  return { kind: 'deleted' }
}

interface Found extends Omit<LinkDomain, 'id'> {
  code: string
  domain_id: string
}

async function deleteRows(tx: Tx, accountId: string, linkId: string, rev: number) {
  const [row] = await tx<(LinkRow & { outbox_id: number })[]>`
    with link as (
      delete from links
      where id = ${linkId} and account_id = ${accountId}
      returning *
    ), counts as (
      delete from link_counts
      where link_id in (select id from link)
    ), grave as (
      insert into deleted_links (link_id, account_id)
      select id, account_id from link
    ), debt as (
      insert into outbox (target, domain_id, code, rev)
      select 'redis', domain_id, code, ${rev} from link
      returning id
    )
    select link.*, debt.id as outbox_id
    from link, debt
  `
  return row
}
