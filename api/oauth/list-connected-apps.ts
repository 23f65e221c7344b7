import { refuseBound } from '#model/accounts/reach.ts'
import { selectConnectedApps } from '#model/oauth/consents.ts'
import { connectedApps } from '#schemas/oauth.ts'
import { endpoint } from '../frame/endpoint.ts'

export const listConnectedApps = endpoint({
  method: 'GET',
  path: '/me/connected-apps',
  summary: 'List connected apps',
  description: 'Apps with access to the account through OAuth.',
  permission: 'read',
  reply: connectedApps,
  async handle({ account, reach, sql }) {
    refuseBound(reach)
    return await selectConnectedApps(sql, account.id)
  },
})
