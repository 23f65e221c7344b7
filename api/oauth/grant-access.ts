import { actorOf } from '#model/accounts/actor.ts'
import { recordChange } from '#model/accounts/audit-log.ts'
import type { SessionCaller } from '#model/accounts/caller.ts'
import { hashToken, mintToken } from '#model/accounts/open-session.ts'
import { rememberConsent, selectConsentedScopes } from '#model/oauth/consents.ts'
import { insertGrant } from '#model/oauth/grants.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import type { Services } from '../frame/endpoint.ts'
import { type AuthorizationRequest, answerUrl } from './authorization-request.ts'
import { provesClient } from './redirect-uri.ts'

/** Creates the code of an allowed request. Returns the URL that receives it. */
export async function grantAccess(
  { sql, config }: Services,
  caller: SessionCaller,
  request: AuthorizationRequest,
  address: string,
): Promise<string> {
  const { account, session } = caller
  const { client, redirect_uri, scopes, audience, code_challenge, code_challenge_method } = request
  const whose = { account_id: account.id, user_id: session.user.id, client_id: client.id }
  const code = mintToken()
  await sql.begin(async (tx) => {
    await demandCaller(tx, caller)
    // The consent comes first: disconnecting the app concurrently waits for its row and then ends this grant too.
    await rememberConsent(tx, whose, scopes)
    const grant = { ...whose, redirect_uri, scopes, audience, code_challenge, code_challenge_method }
    await insertGrant(tx, hashToken(code), grant)
    const allowed = { action: 'allow_app', summary: 'Allow an app', object_ids: [client.id], after: { scopes } }
    await recordChange(tx, { account_id: account.id, actor: actorOf(caller), address }, allowed)
  })
  return answerUrl(request, config, { code })
}

/**
 * Whether the user has allowed all of this before. Always false for a client without a secret that redirects to the
 * device itself, because any program there can pretend to be it (RFC 8252, 8.6).
 */
export async function isAllowedAlready(
  { sql }: Pick<Services, 'sql'>,
  { account, session }: SessionCaller,
  { client, redirect_uri, scopes }: AuthorizationRequest,
): Promise<boolean> {
  if (client.secret_hash === null && !provesClient(redirect_uri)) return false
  const whose = { account_id: account.id, user_id: session.user.id, client_id: client.id }
  const allowed = await selectConsentedScopes(sql, whose)
  return scopes.every((scope) => allowed.includes(scope))
}
