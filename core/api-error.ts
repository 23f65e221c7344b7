import { type ErrorCode, errorStatus } from '#schemas/errors.ts'

export type ErrorDetails = string | Record<string, unknown>

/** What a handler throws to refuse a request. The frame turns it into the error envelope. */
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

/** A refusal because the server is busy, which is no failure: the code that throws it logs it, at most once a second. */
export class Overloaded extends ApiError {
  override name = 'Overloaded'

  constructor(message: string) {
    super('SERVICE_UNAVAILABLE', message, undefined, { 'retry-after': '2' })
  }
}

/** A field of the right type with a value that cannot be: 422, as validation itself answers it. */
export const invalidField = (field: string, message: string) =>
  new ApiError('VALIDATION_ERROR', 'Validation failed', { errors: [{ field, message }] })
