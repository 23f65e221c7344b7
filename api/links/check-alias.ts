import { isReservedAlias } from '#core/reserved-aliases.ts'
import { findLinkDomain } from '#model/domains/find-link-domain.ts'
import { shortUrlOf } from '#model/links/describe-link.ts'
import { codeIsTaken } from '#model/links/select-links.ts'
import type { Sql } from '#runtime/postgres.ts'
import { aliasAvailability, checkAliasQuery } from '#schemas/check-alias.ts'
import { endpoint } from '../frame/endpoint.ts'

export const checkAlias = endpoint({
  method: 'GET',
  path: '/short-urls/check-alias',
  summary: 'Check whether an alias is available',
  permission: 'read',
  query: checkAliasQuery,
  validation: '422-in-body-and-query',
  reply: aliasAvailability,
  errors: ['ACCESS_DENIED'],
  async handle({ query, reach, sql, config }) {
    const domain = await findLinkDomain({ sql, config }, reach, query)
    const verdict = await judge(sql, domain.id, query.alias)
    return {
      available: verdict === 'available',
      alias: query.alias,
      url_type: query.url_type,
      subdomain: query.url_type === 'subdomain' ? (query.subdomain ?? null) : null,
      branded_domain: query.url_type === 'branded' ? (query.branded_domain ?? null) : null,
      full_url: shortUrlOf(config, domain, query.alias),
      message: `This alias is ${verdict}.`,
    }
  },
})

async function judge(sql: Sql, domainId: string, alias: string): Promise<'available' | 'reserved' | 'taken'> {
  if (isReservedAlias(alias)) return 'reserved'
  return (await codeIsTaken(sql, domainId, alias)) ? 'taken' : 'available'
}
