import { ensureBaseDomain } from '#model/domains/ensure-base-domain.ts'
import { createLink } from '#model/links/create-link.ts'
import type { LinkDomain } from '#model/links/describe-link.ts'
import type { NewLink } from '#model/links/new-link.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { TestStores } from '../stack/stores.ts'

export async function findBaseDomain(sql: Sql, config: Config): Promise<LinkDomain> {
  return { id: await ensureBaseDomain(sql, config), type: 'standard', host: config.BASE_DOMAIN }
}

/** A new link of the account, by its id. */
export async function createLinkOf(
  stores: Pick<TestStores, 'sql' | 'config' | 'redis' | 'log'>,
  account: { id: string },
  special: Partial<NewLink> = {},
): Promise<{ id: string }> {
  const outcome = await createLink(
    stores,
    plainLink(account.id, await findBaseDomain(stores.sql, stores.config), special),
  )
  if (outcome.kind !== 'created') throw new Error('a generated slug was taken')
  return outcome.link
}

/** The input of createLink with default values. */
export function plainLink(accountId: string, domain: LinkDomain, special: Partial<NewLink> = {}): NewLink {
  return {
    account_id: accountId,
    domain,
    alias: null,
    url: 'https://example.com/page',
    name: null,
    redirect_type: 302,
    forward_query: true,
    tracking_enabled: true,
    expires_at: null,
    ...special,
  }
}
