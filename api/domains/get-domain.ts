import { describeDomain } from '#model/domains/describe-domain.ts'
import { requireDomain } from '#model/domains/select-domains.ts'
import { domain, domainParams } from '#schemas/domains.ts'
import { endpoint } from '../frame/endpoint.ts'

export const getDomain = endpoint({
  method: 'GET',
  path: '/domains/{id}',
  summary: 'Get a domain',
  description: 'Includes the DNS records to create.',
  permission: 'read',
  params: domainParams,
  reply: domain,
  errors: ['NOT_FOUND'],
  async handle({ params, reach, sql, config }) {
    return describeDomain(await requireDomain(sql, reach, params.id), config)
  },
})
