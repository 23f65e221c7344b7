import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { refuseDeletedLogo } from '#model/domains/brand.ts'
import { describeDomain } from '#model/domains/describe-domain.ts'
import { prepareSettings } from '#model/domains/prepare-settings.ts'
import { markDefault, noSuchDomain, requireDomain, selectDomain, writeSettings } from '#model/domains/select-domains.ts'
import { changeHost } from '#model/publish/publish-host.ts'
import { domain, domainParams, readOnlyDomainMembers, updateDomainBody } from '#schemas/domains.ts'
import { endpoint } from '../frame/endpoint.ts'

export const updateDomain = endpoint({
  method: 'PUT',
  path: '/domains/{id}',
  summary: 'Update a domain',
  description: 'Updates the fallback URLs, the brand and the apps, or makes this the default domain.',
  permission: 'write',
  params: domainParams,
  body: updateDomainBody,
  readOnly: readOnlyDomainMembers,
  current: async ({ params, reach, sql, config }) => describeDomain(await requireDomain(sql, reach, params.id), config),
  reply: domain,
  errors: ['NOT_FOUND'],
  async handle({ params, body, account, reach, sql, redis, qrQueue, config, log }) {
    const { host, is_default: wasDefault } = await requireDomain(sql, reach, params.id)
    const { is_default, ...given } = body
    // The default is a choice among all domains of the account.
    if (is_default !== undefined && is_default !== wasDefault) refuseBound(reach)
    const settings = await prepareSettings({ sql, redis, qrQueue, config }, { account_id: account.id, host }, given)
    const updated = await changeHost({ sql, redis, config, log }, host, async (tx, rev) => {
      // This comes before the lock of the row itself: every change of a default locks the account first.
      if (is_default !== undefined) await markDefault(tx, account.id, params.id, is_default)
      const row = await selectDomain(tx, account.id, params.id)
      return row && writeSettings(tx, row, rev, settings)
    }).catch(refuseDeletedLogo)
    return describeDomain(demand(updated, noSuchDomain), config)
  },
})
