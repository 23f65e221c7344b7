import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, badRequest, Overloaded, tryLater } from '#core/api-error.ts'
import { mayRunAgain } from '#runtime/postgres.ts'
import type { ErrorReply } from '#schemas/envelope.ts'

/** Codes of node:net, postgres.js and PostgreSQL that mean a store is unavailable: the client can try again. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  // Too many connections.
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** Faults that Fastify finds before a handler runs. */
const requestFaults: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The URL is not valid. Percent-encode its special characters.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The Content-Length header does not match the size of the request body.',
}

/** Sends every error, wherever it was thrown. */
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
 * Logs server failures as errors. An intended reply that its client did not wait for is not a failure; an unintended
 * error is one, even if the client has left.
 */
export function logFailure(
  log: FastifyBaseLogger,
  error: unknown,
  message: string,
  { hasLeft = false, ...about }: { hasLeft?: boolean; [name: string]: unknown } = {},
): void {
  if (toApiError(error).status < 500 || error instanceof Overloaded) return
  if (hasLeft && error instanceof ApiError) return
  log.error({ err: error, ...about }, message)
}

export function errorBody({ code, message, details }: ApiError): ErrorReply {
  return { success: false, error: { code, message, ...(details !== undefined && { details }) } }
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  // Checked before the codes, because an aborted upload is ECONNRESET too.
  if (statusCode === 413) return new ApiError('PAYLOAD_TOO_LARGE', 'The request body is too large. Send a smaller one.')
  if (statusCode === 415)
    return new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The request body must be JSON. Send the header Content-Type: application/json.',
    )
  if (statusCode >= 400 && statusCode < 500)
    return badRequest(requestFaults[code] ?? 'The request cannot be read. Check its body and headers.')
  if (awayCodes.has(code))
    return tryLater('SERVICE_UNAVAILABLE', 'A data store is not responding. Try again in 2 seconds.', 2)
  if (mayRunAgain(error))
    return tryLater(
      'SERVICE_UNAVAILABLE',
      'Another change at the same time prevented this one. Try again in 2 seconds.',
      2,
    )
  return new ApiError('INTERNAL_ERROR', 'Something went wrong on the server. Try again later.')
}
