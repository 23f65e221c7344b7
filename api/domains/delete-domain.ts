import { ApiError } from '#core/api-error.ts'
import { refuseDomainDeletion } from '#model/domains/quarantine-domain.ts'
import { deleteDomainRow, lockToDelete, noSuchDomain, requireDomain } from '#model/domains/select-domains.ts'
import { changeHost } from '#model/publish/publish-host.ts'
import { domainParams } from '#schemas/domains.ts'
import { done } from '#schemas/envelope.ts'
import { endpoint } from '../frame/endpoint.ts'

export const deleteDomain = endpoint({
  method: 'DELETE',
  path: '/domains/{id}',
  summary: 'Delete a domain',
  description:
    'The domain must not have short URLs and must not be in quarantine. Your account can reserve a deleted subdomain again at once, other accounts after 90 days.',
  permission: 'delete',
  params: domainParams,
  reply: done,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, reach, sql, redis, config, log }) {
    const { host } = await requireDomain(sql, reach, params.id)
    const deleted = await changeHost({ sql, redis, config, log }, host, async (tx) => {
      const domain = await lockToDelete(tx, params.id)
      if (domain === undefined) return undefined
      if (domain.url_count > 0)
        throw new ApiError(
          'CONFLICT',
          'This domain still has short URLs. Delete them first: GET /short-urls?status=all also lists archived ones and those in the trash.',
          { url_count: domain.url_count },
        )
      refuseDomainDeletion(domain)
      await deleteDomainRow(tx, params.id)
      return params.id
    })
    if (deleted === undefined) throw noSuchDomain()
    return { message: 'Domain deleted' }
  },
})
