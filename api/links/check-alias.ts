import { hostWithoutPort } from '#core/visits/host.ts'
import type { Sql } from '#runtime/postgres.ts'
import { isReservedAlias } from '#schemas/link-fields.ts'
import { aliasAvailability, type CheckAliasQuery, checkAliasQuery } from '#schemas/links.ts'
import { type LinkDomain, shortUrlOf } from '#store/describe-link.ts'
import { ApiError } from '../http/api-error.ts'
import { endpoint, type Services } from '../http/endpoint.ts'
import { findBaseDomain } from './base-domain.ts'
import { codeIsTaken, selectOwnDomain } from './links.sql.ts'

export const checkAlias = endpoint({
  method: 'GET',
  path: '/short-urls/check-alias',
  summary: 'Tell whether an alias is free',
  permission: 'read',
  query: checkAliasQuery,
  validation: '422-in-body-and-query',
  reply: aliasAvailability,
  errors: ['ACCESS_DENIED'],
  async handle({ query, account, sql, config }) {
    const domain = await findDomain({ sql, config }, account.id, query)
    const verdict = await judge(sql, domain.id, query.alias)
    return {
      available: verdict === 'available',
      alias: query.alias,
      url_type: query.url_type,
      subdomain: query.url_type === 'subdomain' ? (query.subdomain ?? null) : null,
      branded_domain: query.url_type === 'branded' ? (query.branded_domain ?? null) : null,
      full_url: shortUrlOf(config, domain, query.alias),
      message: `This alias is ${verdict}`,
    }
  },
})

async function judge(sql: Sql, domainId: string, alias: string): Promise<'available' | 'reserved' | 'taken'> {
  if (isReservedAlias(alias)) return 'reserved'
  return (await codeIsTaken(sql, domainId, alias)) ? 'taken' : 'available'
}

/** An unknown domain is refused just as another account's is: neither tells whether it exists. */
async function findDomain({ sql, config }: Stores, accountId: string, query: CheckAliasQuery): Promise<LinkDomain> {
  const { url_type, subdomain, branded_domain } = query
  if (url_type === 'standard') return await findBaseDomain(sql, config)
  const host = url_type === 'subdomain' ? `${subdomain}.${hostWithoutPort(config.BASE_DOMAIN)}` : (branded_domain ?? '')
  const domain = await selectOwnDomain(sql, accountId, { type: url_type, host })
  if (domain === undefined) throw new ApiError('ACCESS_DENIED', 'You have no permission for this domain')
  return domain
}

type Stores = Pick<Services, 'sql' | 'config'>
