import type { Caller } from '#model/accounts/caller.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { selectConnectedApps } from '#model/oauth/consents.ts'
import { connectedApps } from '#schemas/oauth.ts'
import { roleHas } from '#schemas/roles.ts'
import { endpoint } from '../frame/endpoint.ts'

export const listConnectedApps = endpoint({
  method: 'GET',
  path: '/me/connected-apps',
  summary: 'List connected apps',
  description: 'Apps with access to the account through OAuth. Editors and viewers see only those that they allowed.',
  permission: 'read',
  reply: connectedApps,
  async handle({ sql, ...caller }) {
    refuseBound(caller.reach)
    return await selectConnectedApps(sql, appsOf(caller))
  },
})

/** The apps that a caller manages: those of the whole account, or their own. */
export function appsOf({ account, role, key, session, token }: Caller) {
  const all = { account_id: account.id }
  if (role === null || roleHas(role, 'connect')) return all
  return { ...all, user_id: session?.user.id ?? token?.user_id ?? key?.created_by ?? null }
}
