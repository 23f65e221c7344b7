import { domain, domainParams } from '#schemas/domains.ts'
import { describeDomain } from '#store/domain-record.ts'
import { endpoint } from '../http/endpoint.ts'
import { requireDomain } from './find-domain.ts'

export const getDomain = endpoint({
  method: 'GET',
  path: '/domains/{id}',
  summary: 'Read a domain, with the DNS records that it needs',
  permission: 'read',
  params: domainParams,
  reply: domain,
  errors: ['NOT_FOUND'],
  async handle({ params, reach, sql, config }) {
    return describeDomain(await requireDomain(sql, reach, params.id), config)
  },
})
