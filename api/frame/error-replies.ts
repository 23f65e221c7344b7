import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, Overloaded } from '#core/api-error.ts'
import type { ErrorReply } from '#schemas/envelope.ts'

/** A store that is away: the client may try again. Codes of node:net, postgres.js and PostgreSQL. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  '57P01',
  '57P02',
  '57P03',
])
const retryAfterSeconds = '2'

/** Every error ends here, whoever threw it. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toApiError(error)
  logFailure(request.log, error, 'request failed', { hasLeft: reply.raw.destroyed, route: request.routeOptions.url })
  reply
    .code(refusal.status)
    .headers({ ...refusal.headers, 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(refusal)))
}

/**
 * Tells whoever runs this of a failure of ours. A client that has left hears nothing of what was meant for it: that is
 * none. What was not meant is one.
 */
export function logFailure(
  log: FastifyBaseLogger,
  error: unknown,
  message: string,
  { hasLeft = false, ...about }: { hasLeft?: boolean; [name: string]: unknown } = {},
): void {
  if (toApiError(error).status < 500 || error instanceof Overloaded) return
  if (hasLeft && error instanceof ApiError) log.info(about, 'a client has left before its answer')
  else log.error({ err: error, ...about }, message)
}

export function errorBody({ code, message, details }: ApiError): ErrorReply {
  return { success: false, error: { code, message, ...(details !== undefined && { details }) } }
}

/** At once, before the body is read: nobody needs a key to send one to a path that does not exist. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) throw new ApiError('NOT_FOUND', 'There is no such endpoint')
  })
}

/** The API has no code for 405 and 415: a method that a path lacks is NOT_FOUND, another media type is BAD_REQUEST. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', statusCode = 500, message = '' } = error as Partial<FastifyError>
  // Before the codes: a client that breaks off its upload is ECONNRESET too.
  if (statusCode === 413) return new ApiError('PAYLOAD_TOO_LARGE', 'The request body is too large')
  if (statusCode >= 400 && statusCode < 500) return new ApiError('BAD_REQUEST', 'Invalid request', message)
  if (awayCodes.has(code)) {
    return new ApiError('SERVICE_UNAVAILABLE', 'A store does not answer; try again', undefined, {
      'retry-after': retryAfterSeconds,
    })
  }
  return new ApiError('INTERNAL_ERROR', 'Something went wrong on our side')
}
