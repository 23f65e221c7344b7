import { z } from 'zod'
import { type Reach, refuseOutside } from '#model/accounts/reach.ts'
import { findBaseDomain } from '#model/domains/find-base-domain.ts'
import { selectLinkDefaults, writeLinkDefaults } from '#model/domains/link-defaults.ts'
import { requireDomain } from '#model/domains/select-domains.ts'
import {
  baseDomainId,
  type LinkDefaults,
  linkDefaults,
  linkDefaultsBody,
  linkDefaultsParams,
} from '#schemas/link-defaults.ts'
import { endpoint, type Services } from '../frame/endpoint.ts'

export const listLinkDefaults = endpoint({
  method: 'GET',
  path: '/link-defaults',
  summary: 'List the defaults of new links by domain',
  permission: 'read',
  reply: z.array(linkDefaults),
  async handle({ reach, sql, config }) {
    return await describeDefaults({ sql, config }, reach)
  },
})

export const updateLinkDefaults = endpoint({
  method: 'PUT',
  path: '/link-defaults/{id}',
  summary: 'Replace the defaults of new links on a domain',
  permission: 'write',
  params: linkDefaultsParams,
  body: linkDefaultsBody,
  reply: z.array(linkDefaults),
  errors: ['NOT_FOUND'],
  async handle({ params, body, account, reach, sql, config }) {
    const base = await findBaseDomain(sql, config)
    if (params.id === baseDomainId) refuseOutside(reach, base.id)
    const { id } = params.id === baseDomainId ? base : await requireDomain(sql, reach, params.id)
    await sql.begin((tx) => writeLinkDefaults(tx, { account_id: account.id, domain_id: id }, body))
    return await describeDefaults({ sql, config }, reach)
  },
})

async function describeDefaults(
  { sql, config }: Pick<Services, 'sql' | 'config'>,
  reach: Reach,
): Promise<LinkDefaults[]> {
  const base = await findBaseDomain(sql, config)
  const rows = await selectLinkDefaults(sql, reach)
  return rows.map((row) => (row.domain_id === base.id ? { ...row, domain_id: baseDomainId } : row))
}
