import { hostWithoutPort } from '#core/visits/host.ts'
import { prepareBrand, refuseDeletedLogo } from '#model/domains/brand.ts'
import { findBaseDomain, readBaseBrand, writeBase } from '#model/domains/find-base-domain.ts'
import { changeHost } from '#model/publish/publish-host.ts'
import { baseDomain, updateBaseDomainBody } from '#schemas/domains.ts'
import { demandOwner } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showBaseDomain = endpoint({
  method: 'GET',
  path: '/base-domain/brand',
  summary: 'Get the base domain and its brand',
  permission: 'read',
  reply: baseDomain,
  async handle({ sql, config }) {
    return { domain: config.BASE_DOMAIN, brand: await readBaseBrand(sql, config) }
  },
})

export const updateBaseDomain = endpoint({
  method: 'PUT',
  path: '/base-domain/brand',
  summary: 'Update the brand of the base domain',
  permission: 'write',
  body: updateBaseDomainBody,
  reply: baseDomain,
  async handle({ body, session, account, sql, redis, qrQueue, config, log }) {
    await demandOwner(session, sql)
    const change = await prepareBrand({ sql, redis, qrQueue }, account.id, body.brand)
    const base = await findBaseDomain(sql, config)
    const host = hostWithoutPort(config.BASE_DOMAIN)
    await changeHost({ sql, redis, config, log }, host, (tx, rev) => writeBase(tx, base, { ...change, rev })).catch(
      refuseDeletedLogo,
    )
    return { domain: config.BASE_DOMAIN, brand: await readBaseBrand(sql, config) }
  },
})
