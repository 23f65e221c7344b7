import type { Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { announce } from './announce.ts'
import { applyChange, type Change, type LinkStores } from './apply-change.ts'
import { type DescribedLink, describeLink, type LinkDomain, type LinkRow } from './describe-link.ts'
import { makeCode } from './make-code.ts'
import { takeRev } from './take-rev.ts'

export interface NewLink {
  account_id: string
  domain: LinkDomain
  /** null: a code is generated. */
  alias: string | null
  url: string
  name: string | null
  redirect_type: LinkRow['redirect_type']
  forward_query: boolean
  tracking_enabled: boolean
  expires_at: Date | null
}

export type CreateOutcome = { kind: 'created'; link: DescribedLink } | { kind: 'alias-taken' }

/** Two collisions in a row mean one code in eight hundred thousand is free, or a broken source of chance. */
const mostCollisions = 5

/** Creates a link: when this returns, every redirector will serve it. */
export async function createLink(stores: LinkStores, input: NewLink): Promise<CreateOutcome> {
  if (input.alias !== null) {
    const link = await insertLink(stores, input, input.alias)
    return link === undefined ? { kind: 'alias-taken' } : { kind: 'created', link }
  }
  for (let collisions = 0; collisions < mostCollisions; collisions++) {
    const link = await insertLink(stores, input, makeCode())
    if (link !== undefined) return { kind: 'created', link }
  }
  throw new Error(`${mostCollisions} generated codes in a row were taken`)
}

/** undefined: the code is taken. */
async function insertLink(stores: LinkStores, input: NewLink, code: string): Promise<DescribedLink | undefined> {
  const written = await stores.sql.begin(async (tx) => {
    const rev = await takeRev(tx, input.domain.id, code)
    const row = await writeRows(tx, input, code, rev)
    if (row === undefined) return undefined
    const { outbox_id, ...columns } = row
    const link = {
      ...columns,
      domain: input.domain,
      clicks: 0,
      last_clicked_at: null,
      stored: { actual_clicks: 0, unique_visitors: 0 },
    }
    await announce(tx, input.account_id, 'url.created', describeLink(link, stores.config, link.created_at.getTime()))
    const change: Change = { outbox_id, domain_id: input.domain.id, code, rev }
    return { link, change }
  })
  if (written === undefined) return undefined
  await applyChange(stores, written.change)
  return written.link
}

async function writeRows(tx: Tx, input: NewLink, code: string, rev: number) {
  const [row] = await tx<(LinkRow & { outbox_id: number })[]>`
    with link as (
      insert into links
        (id, account_id, domain_id, code, is_custom_alias, rev, url, name,
         redirect_type, forward_query, tracking_enabled, expires_at)
      values
        (${uuidv7()}, ${input.account_id}, ${input.domain.id}, ${code}, ${input.alias !== null}, ${rev}, ${input.url},
         ${input.name}, ${input.redirect_type}, ${input.forward_query}, ${input.tracking_enabled}, ${input.expires_at})
      on conflict (domain_id, code) do nothing
      returning *
    ), counts as (
      insert into link_counts (link_id)
      select id from link
    ), debt as (
      insert into outbox (target, domain_id, code, rev)
      select 'redis', domain_id, code, rev from link
      returning id
    )
    select link.*, debt.id as outbox_id
    from link, debt
  `
  return row
}
