import { ApiError } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { refuseDeletedLogo } from '#model/domains/brand.ts'
import { describeDomain } from '#model/domains/describe-domain.ts'
import { newVerificationToken, refuseUnfit } from '#model/domains/new-branded-domain.ts'
import { prepareSettings } from '#model/domains/prepare-settings.ts'
import { findClaims, insertDomain, refuseTooManyDomains } from '#model/domains/select-domains.ts'
import { changeHost } from '#model/publish/publish-host.ts'
import { addBrandedDomainBody, domain } from '#schemas/domains.ts'
import { endpoint } from '../frame/endpoint.ts'

export const addBrandedDomain = endpoint({
  method: 'POST',
  path: '/domains/branded',
  summary: 'Add a branded domain',
  description: 'It serves short URLs once its DNS records are verified.',
  permission: 'write',
  body: addBrandedDomainBody,
  example: { domain: 'go.example.com', not_found_url: 'https://example.com/' },
  reply: domain,
  status: 201,
  errors: ['CONFLICT'],
  async handle({ body, account, reach, sql, redis, qrQueue, config, log }) {
    refuseBound(reach)
    const { domain: host, ...given } = body
    refuseUnfit(host, config)
    const settings = await prepareSettings({ sql, redis, qrQueue, config }, { account_id: account.id, host }, given)
    const row = await changeHost({ sql, redis, config, log }, host, async (tx, rev) => {
      await refuseTooManyDomains(tx, account.id)
      const { is_own, is_served } = await findClaims(tx, account.id, host)
      if (is_own) throw new ApiError('CONFLICT', 'This domain is already in your account.', { domain: host })
      if (is_served)
        throw new ApiError('CONFLICT', 'Another account already uses this domain. Enter a different one.', {
          domain: host,
        })
      const verification_token = newVerificationToken()
      return insertDomain(tx, { account_id: account.id, host, rev, settings, verification_token })
    }).catch(refuseDeletedLogo)
    if (row === undefined)
      throw new ApiError('CONFLICT', 'This domain is already in use. Enter a different one.', { domain: host })
    return describeDomain(row, config)
  },
})
