import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Services } from '../http/endpoint.ts'
import { authenticate, type Caller, readSecret } from './authenticate.ts'
import { requirePermission } from './permissions.ts'
import { requireFeature } from './plans.ts'
import { countRequest, rateLimitHeaders, refuseOverLimit } from './rate-limit.ts'

/** Lets a request in, before its body is read: who is it, how often, may they, does their plan have it. */
export async function admit(
  endpoint: Endpoint,
  { sql, redis, log, config }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = await authenticate(sql, readSecret(request.headers.authorization, request.query))
  const limiter = { redis, log, factor: config.RATE_LIMIT_FACTOR }
  const usage = await countRequest(limiter, caller, endpoint.permission, Date.now())
  if (usage !== null) {
    reply.headers(rateLimitHeaders(usage))
    refuseOverLimit(usage)
  }
  requirePermission(caller, endpoint.permission)
  requireFeature(caller.account.plan, endpoint.feature)
  return caller
}
