import { ApiError, demand } from '#core/api-error.ts'
import { checkDomain } from '#model/domains/check-domain.ts'
import { describeDomain } from '#model/domains/describe-domain.ts'
import { noSuchDomain, requireDomain } from '#model/domains/select-domains.ts'
import { createDns } from '#runtime/dns.ts'
import { domain, domainParams } from '#schemas/domains.ts'
import { endpoint } from '../frame/endpoint.ts'

export const verifyDomain = endpoint({
  method: 'POST',
  path: '/domains/{id}/verify',
  summary: 'Verify a branded domain',
  description: 'Checks its DNS records now instead of waiting for the next automatic check.',
  permission: 'write',
  params: domainParams,
  reply: domain,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, reach, sql, redis, config, log }) {
    const row = await requireDomain(sql, reach, params.id)
    if (row.status === 'disabled')
      throw new ApiError('CONFLICT', 'This domain is disabled and cannot be verified.', { status: row.status })
    if (row.type === 'subdomain') return describeDomain(row, config)
    const stores = { sql, redis, config, log, dns: createDns(config.DNS_SERVERS) }
    const checked = await checkDomain(stores, row, true)
    return describeDomain(demand(checked, noSuchDomain), config)
  },
})
