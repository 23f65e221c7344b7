import { type ErrorCode, errorStatus } from '#schemas/errors.ts'
import { type FieldError, sentenceAbout } from './sentence-about.ts'

export type ErrorDetails = string | Record<string, unknown>

/** A handler throws this to refuse a request. The frame turns it into the error envelope. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, details?: ErrorDetails, headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** Refused for now: the client can try again after this time. */
export const tryLater = (
  code: 'CONFLICT' | 'RATE_LIMIT_EXCEEDED' | 'SERVICE_UNAVAILABLE',
  message: string,
  seconds: number,
) => new ApiError(code, message, undefined, { 'retry-after': String(seconds) })

/** Whether the same request may succeed after a while. */
export const isForNow = (error: unknown): boolean => error instanceof ApiError && 'retry-after' in error.headers

/** What was found; throws the refusal if nothing was. */
export function demand<Found>(found: Found | null | undefined, refusal: () => ApiError): Found {
  if (found === undefined || found === null) throw refusal()
  return found
}

/** The message of the ApiError that a rule throws. null if it throws none. */
export function refusalBy(rule: () => void): string | null {
  try {
    rule()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** The server is busy, which is not a failure: the code that throws this logs it, at most once a second. */
export class Overloaded extends ApiError {
  override name = 'Overloaded'

  constructor(message: string) {
    super('SERVICE_UNAVAILABLE', message, undefined, { 'retry-after': '2' })
  }
}

/** 422: values of the right type that break a rule. The message is about the first field. */
export const invalidFields = (errors: readonly FieldError[]) =>
  new ApiError('VALIDATION_ERROR', aboutFirst(errors), { errors })

export const invalidField = (field: string, message: string) => invalidFields([{ field, message }])

/** 400, with the sentence as the message and in the details, which the specification makes explain it. */
export const badRequest = (message: string, details = message) => new ApiError('BAD_REQUEST', message, details)

/** 400: fields that are missing, unknown or of the wrong type. */
export const malformedFields = (errors: readonly FieldError[]) =>
  badRequest(aboutFirst(errors), errors.map(sentenceAbout).join(' '))

const aboutFirst = (errors: readonly FieldError[]) => errors.slice(0, 1).map(sentenceAbout).join('')
