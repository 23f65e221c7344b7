import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import type { Services } from '../endpoint.ts'
import { identifyCaller } from './admit.ts'
import { readCredential } from './credentials.ts'
import { limitNetwork } from './limit-network.ts'
import { limitRequest } from './rate-limit.ts'

/** Counts a request to a path that needs no credential: for its caller if it has a valid one, otherwise for its network. */
export async function limitOpenRequest(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const caller = await findCallerOf(services, request)
  if (caller === null) limitNetwork(services, request, reply)
  else await limitRequest(services, caller, 'requests', (headers) => reply.headers(headers))
}

async function findCallerOf(services: Services, request: FastifyRequest): Promise<Caller | null> {
  const credential = readCredential(request, services.config)
  if (credential === undefined) return null
  try {
    return await identifyCaller(services, request, credential)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
