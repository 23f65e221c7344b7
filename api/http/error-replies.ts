import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '#schemas/envelope.ts'
import { ApiError } from './api-error.ts'

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
  // A client that has left hears nothing of what was meant for it: that is no failure of ours. What was not meant is one.
  const isUnheard = reply.raw.destroyed && error instanceof ApiError
  if (refusal.status >= 500 && !isUnheard) request.log.error({ err: error }, 'request failed')
  reply
    .code(refusal.status)
    .headers({ ...refusal.headers, 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(refusal)))
}

export function errorBody({ code, message, details }: ApiError): ErrorReply {
  return { success: false, error: { code, message, ...(details !== undefined && { details }) } }
}

export const noSuchPath = () => new ApiError('NOT_FOUND', 'There is no such endpoint')

/** The API has no code for 405 and 415: a method that a path lacks is NOT_FOUND, another media type is BAD_REQUEST. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', statusCode = 500, message = '' } = error as Partial<FastifyError>
  if (awayCodes.has(code)) {
    return new ApiError('SERVICE_UNAVAILABLE', 'A store does not answer; try again', undefined, {
      'retry-after': retryAfterSeconds,
    })
  }
  if (statusCode === 413) return new ApiError('PAYLOAD_TOO_LARGE', 'The request body is too large')
  if (statusCode >= 400 && statusCode < 500) return new ApiError('BAD_REQUEST', 'Invalid request', message)
  return new ApiError('INTERNAL_ERROR', 'Something went wrong on our side')
}
