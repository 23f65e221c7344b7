import { hostWithoutPort } from '#core/visits/host.ts'
import { findBaseDomain, readBaseApps, writeBase } from '#model/domains/find-base-domain.ts'
import { prepareSettings } from '#model/domains/prepare-settings.ts'
import { changeHost } from '#model/publish/publish-host.ts'
import { baseApps, updateBaseAppsBody } from '#schemas/domains.ts'
import { demandOwner } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showBaseApps = endpoint({
  method: 'GET',
  path: '/base-domain/app-links',
  summary: 'Get the apps that open links of the base domain',
  permission: 'read',
  reply: baseApps,
  async handle({ sql, config }) {
    return { app_links: await readBaseApps(sql, config) }
  },
})

export const updateBaseApps = endpoint({
  method: 'PUT',
  path: '/base-domain/app-links',
  summary: 'Update the apps that open links of the base domain',
  permission: 'write',
  body: updateBaseAppsBody,
  reply: baseApps,
  async handle({ body, session, account, sql, redis, qrQueue, config, log }) {
    await demandOwner(session, sql)
    const host = hostWithoutPort(config.BASE_DOMAIN)
    const settings = await prepareSettings({ sql, redis, qrQueue, config }, { account_id: account.id, host }, body)
    const base = await findBaseDomain(sql, config)
    await changeHost({ sql, redis, config, log }, host, (tx, rev) => writeBase(tx, base, { ...settings, rev }))
    return { app_links: await readBaseApps(sql, config) }
  },
})
