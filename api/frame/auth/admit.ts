import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import { requireFeature } from '#model/accounts/plans.ts'
import type { Permission } from '#schemas/permissions.ts'
import { roleHas } from '#schemas/roles.ts'
import type { Endpoint, Services } from '../endpoint.ts'
import { requireAddress } from './allowed-addresses.ts'
import { authenticate } from './authenticate.ts'
import { authenticateToken, requireScope } from './authenticate-token.ts'
import type { Credential } from './credentials.ts'
import { refuseForgery } from './csrf.ts'
import { demandConfirmed, refuseOtherAccount } from './demand-session.ts'
import { limitNetwork } from './limit-network.ts'
import { refuseOwnSignIn } from './provider-session.ts'
import { limitRequest, policyOf } from './rate-limit.ts'
import { neededRight } from './right-rules.ts'

interface Arrival {
  request: FastifyRequest
  reply: FastifyReply
  credential: Credential | undefined
}

/** Admits a request before its body is read: authentication, rate limit, permission, role, and plan. */
export async function admit(
  endpoint: Endpoint,
  services: Services,
  { request, reply, credential }: Arrival,
): Promise<Caller> {
  const caller = await identifyCaller(services, request, credential).catch((error: unknown) => {
    if (error instanceof ApiError) limitNetwork(services, request, reply)
    throw error
  })
  refuseOtherAccount(request, caller)
  await limitRequest(services, caller, policyOf(endpoint), (headers) => reply.headers(headers))
  requireAccess(endpoint, caller)
  if (endpoint.sensitive === true) demandConfirmed(caller.session)
  return caller
}

/** The caller behind a valid credential. A leaked key cannot use up its owner's limit from elsewhere. */
export async function identifyCaller(
  services: Services,
  request: FastifyRequest,
  credential: Credential | undefined,
): Promise<Caller> {
  const caller =
    credential?.kind === 'token'
      ? await authenticateToken(services, credential.secret)
      : await authenticate(services.sql, credential)
  requireAddress(caller.key, request.ip)
  if (caller.session !== null) refuseForgery(request, caller.session.csrf_token, services.config.BASE_URL)
  return caller
}

/** Checks scope, permission, role, and plan. */
export function requireAccess(endpoint: Endpoint, caller: Caller): void {
  if (caller.token !== null) requireScope(caller.token, endpoint)
  requirePermission(caller, endpoint.permission)
  requireRight(caller, endpoint)
  refuseOwnSignIn(caller, endpoint)
  requireFeature(caller.account.plan, endpoint.feature)
}

function requirePermission(caller: Caller, permission: Permission): void {
  if (!caller.permissions.includes(permission)) {
    throw new ApiError('FORBIDDEN', `This API key lacks the \`${permission}\` permission. Use a key that has it.`)
  }
}

/** A key or token can do no more than the user who created it. */
function requireRight({ role, session }: Caller, endpoint: Endpoint): void {
  const right = neededRight(endpoint)
  if (right !== null && (role === null || roleHas(role, right))) return
  const whose = session === null ? 'The role of the user who created this key or token' : 'Your role in this account'
  throw new ApiError('FORBIDDEN', `${whose} (${role ?? 'none'}) does not allow this. Ask an owner or admin.`, {
    role,
    required_right: right,
  })
}
