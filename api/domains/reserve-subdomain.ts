import { ApiError, invalidField } from '#core/api-error.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { refuseDeletedLogo } from '#model/domains/brand.ts'
import { describeDomain } from '#model/domains/describe-domain.ts'
import { prepareSettings } from '#model/domains/prepare-settings.ts'
import { insertDomain, isHeldForAnother, refuseTooManyDomains } from '#model/domains/select-domains.ts'
import { changeHost } from '#model/publish/publish-host.ts'
import type { Config } from '#runtime/config.ts'
import { domain, reserveSubdomainBody } from '#schemas/domains.ts'
import { parseUrl } from '#schemas/parse-url.ts'
import { endpoint } from '../frame/endpoint.ts'

export const reserveSubdomain = endpoint({
  method: 'POST',
  path: '/domains/subdomains',
  summary: 'Reserve a subdomain',
  description: 'It serves short URLs immediately.',
  permission: 'write',
  body: reserveSubdomainBody,
  example: { subdomain: 'spring' },
  reply: domain,
  status: 201,
  errors: ['CONFLICT'],
  async handle({ body, account, reach, sql, redis, qrQueue, config, log }) {
    refuseBound(reach)
    const { subdomain, ...given } = body
    const host = hostOf(subdomain, config)
    const settings = await prepareSettings({ sql, redis, qrQueue, config }, { account_id: account.id, host }, given)
    const row = await changeHost({ sql, redis, config, log }, host, async (tx, rev) => {
      await refuseTooManyDomains(tx, account.id)
      if (await isHeldForAnother(tx, account.id, host)) return undefined
      return await insertDomain(tx, { account_id: account.id, host, rev, settings })
    }).catch(refuseDeletedLogo)
    if (row === undefined) throw new ApiError('CONFLICT', 'This subdomain is taken. Choose another one.', { subdomain })
    return describeDomain(row, config)
  },
})

function hostOf(subdomain: string, { BASE_DOMAIN, BASE_URL }: Config): string {
  const host = `${subdomain}.${hostWithoutPort(BASE_DOMAIN)}`
  if (new URL(BASE_URL).hostname === host)
    throw invalidField('subdomain', 'This subdomain is reserved. Choose another one.')
  if (parseUrl(`http://${host}`) !== null) return host
  throw new ApiError('CONFLICT', 'Subdomains are not available because BASE_DOMAIN is an IP address.')
}
