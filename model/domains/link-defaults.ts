import { invalidField } from '#core/api-error.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { LinkDefaults, LinkDefaultsBody } from '#schemas/link-defaults.ts'
import type { Reach } from '../accounts/reach.ts'
import { unknownCampaign } from '../campaigns/resolve-campaign.ts'
import { hasRows } from '../rows.ts'
import { noSuchDomain } from './select-domains.ts'

/** By the id of the domain, also for the base domain. */
export async function selectLinkDefaults(sql: Sql, { account_id, domain_ids }: Reach): Promise<LinkDefaults[]> {
  return await sql<LinkDefaults[]>`
    select domain_id, redirect_type, tags, campaign_id, utm_template_id, expires_in_days, forward_query, tracking_enabled
    from link_defaults
    where account_id = ${account_id}
    ${domain_ids === null ? sql`` : sql`and domain_id = any(${[...domain_ids]}::uuid[])`}
    order by domain_id`
}

interface Target {
  account_id: string
  domain_id: string
}

/**
 * Replaces the defaults. The objects in them are locked first, in the order in which deletions lock them before they clear
 * the defaults, so that neither waits for the other.
 */
export async function writeLinkDefaults(tx: Tx, target: Target, body: LinkDefaultsBody): Promise<void> {
  const { account_id, domain_id } = target
  const { campaign_id, utm_template_id } = body
  if (!(await hasRows(tx, tx`domains where id = ${domain_id} for key share`))) throw noSuchDomain()
  if (campaign_id !== null && !(await holds(tx, 'campaigns', account_id, campaign_id))) throw unknownCampaign()
  if (utm_template_id !== null && !(await holds(tx, 'utm_templates', account_id, utm_template_id)))
    throw invalidField('utm_template_id', 'Must be the UUID of a UTM template in this account.')
  const row = { account_id, domain_id, ...body }
  await tx`
    insert into link_defaults ${tx(row)}
    on conflict (account_id, domain_id) do update set ${tx(body)}`
}

const holds = (tx: Tx, table: 'campaigns' | 'utm_templates', accountId: string, id: string) =>
  hasRows(tx, tx`${tx(table)} where id = ${id} and account_id = ${accountId} for key share`)
