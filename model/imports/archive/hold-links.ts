import type { Tx } from '#runtime/postgres.ts'
import type { LinkDomain } from '../../links/describe-link.ts'
import { takeSharedRev } from '../../publish/take-rev.ts'
import type { ImportRow } from '../import-row.ts'
import { findIds } from './source-ids.ts'

export interface HeldLink {
  id: string
  code: string
  domain: LinkDomain
}

/**
 * Links that this import has created, by their ids in the archive, and that still exist. They are locked, get a new rev, and
 * redirectors load them again: they are about to get a QR code or a test.
 */
export async function holdLinks(
  tx: Tx,
  run: ImportRow,
  sources: readonly (string | null)[],
): Promise<Map<string, HeldLink>> {
  const known = await findIds(tx, run, 'links', sources)
  const ids = [...known.values()].flatMap(({ id, is_new }) => (is_new ? [id] : []))
  if (ids.length === 0) return new Map()
  const links = await tx<HeldLink[]>`
    select links.id, links.code,
      json_build_object('id', domains.id, 'type', domains.type, 'host', domains.host) as domain
    from links
    join domains on domains.id = links.domain_id
    where links.id = any(${ids}::uuid[]) and links.account_id = ${run.account_id}`
  const rev = await takeSharedRev(
    tx,
    links.map(({ code, domain }) => ({ code, domain_id: domain.id })),
  )
  // Several links are always locked in this order.
  await tx`select from links where id = any(${links.map(({ id }) => id)}::uuid[]) order by id for no key update`
  const touched = await tx<{ id: string }[]>`
    with touched as (
      update links
      set rev = ${rev}
      from unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ code }) => code)}::text[]) as found (id, code)
      where links.id = found.id and links.code = found.code
      returning links.id, links.domain_id, links.code
    ), debts as (
      insert into outbox (target, domain_id, code, rev)
      select 'redis', domain_id, code, ${rev}::bigint from touched
    )
    select id from touched`
  const held = new Set(touched.map(({ id }) => id))
  const byId = new Map(links.filter(({ id }) => held.has(id)).map((link) => [link.id, link]))
  return new Map(
    [...known].flatMap(([source, { id }]) => {
      const link = byId.get(id)
      return link === undefined ? [] : [[source, link] as const]
    }),
  )
}
