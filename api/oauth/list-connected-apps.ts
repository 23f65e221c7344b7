import { refuseBound } from '#model/accounts/reach.ts'
import { selectConnectedApps } from '#model/oauth/consents.ts'
import { connectedApps } from '#schemas/oauth.ts'
import { endpoint } from '../frame/endpoint.ts'

export const listConnectedApps = endpoint({
  method: 'GET',
  path: '/me/connected-apps',
  summary: 'The programs that were allowed access to the account by OAuth',
  permission: 'read',
  reply: connectedApps,
  async handle({ account, reach, sql }) {
    refuseBound(reach)
    return await selectConnectedApps(sql, account.id)
  },
})
