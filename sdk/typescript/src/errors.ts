import type { components } from './generated/api.js'

/** The stable code of an error, such as `NOT_FOUND`. */
export type ErrorCode = components['schemas']['Error']['error']['code']

export interface FieldError {
  field: string
  message: string
}

interface Failure {
  status: number
  code: ErrorCode
  details?: unknown
  requestId: string | null
}

/** The API refused the request. `message` is a sentence for users; `code` is for programs. */
export class WaymarkError extends Error {
  override name = 'WaymarkError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: unknown
  /** Find the request in the logs of the server with this id. */
  readonly requestId: string | null

  constructor(message: string, { status, code, details, requestId }: Failure) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
  }
}

/** 401: the API key is missing, wrong, expired or revoked. */
export class AuthenticationError extends WaymarkError {
  override name = 'AuthenticationError'
}

/** 403: the API key may not do this, or the plan does not include it. */
export class PermissionError extends WaymarkError {
  override name = 'PermissionError'
}

/** 404 or 410: not found, or expired. */
export class NotFoundError extends WaymarkError {
  override name = 'NotFoundError'
}

/** 409: the slug is taken, or the object is in the wrong state. */
export class ConflictError extends WaymarkError {
  override name = 'ConflictError'
}

/** 400 or 422: the input is wrong. */
export class ValidationError extends WaymarkError {
  override name = 'ValidationError'

  /**
   * At least one entry. 422: one for each field that breaks a rule. 400: the first field that is missing, unknown or of the
   * wrong type; `field` is '' if the message is about no field.
   */
  get errors(): FieldError[] {
    const { errors } = (this.details ?? {}) as { errors?: FieldError[] }
    return errors ?? [readMessage(this.message)]
  }
}

/** How messages about one field begin: "`size` must be a number.", "`url`: Enter a full URL." */
const aboutField = /^`([^`]+)`(?:: | (?:is )?(?=(?:must|cannot|requires?d?|not|read-only)\b))(.+)$/s

function readMessage(message: string): FieldError {
  const [, unknown] = /^Unknown field `([^`]+)`\.$/.exec(message) ?? []
  if (unknown !== undefined) return { field: unknown, message: 'Unknown field.' }
  const [, field = '', rest = message] = aboutField.exec(message) ?? []
  return { field, message: `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` }
}

/** 429: too many requests, even after all retries. */
export class RateLimitError extends WaymarkError {
  override name = 'RateLimitError'
}

/** No response: the server could not be reached, or took too long. `cause` has the reason. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

const classes: Record<number, typeof WaymarkError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
}

export async function readError(response: Response): Promise<WaymarkError> {
  const { status } = response
  const requestId = response.headers.get('x-request-id')
  const Class = classes[status] ?? WaymarkError
  const body = (await response.json().catch(() => null)) as components['schemas']['Error'] | null
  if (typeof body?.error?.code === 'string') {
    const { code, message, details } = body.error
    return new Class(message, { status, code, details, requestId })
  }
  // A proxy in between responded, or the URL is not that of the API.
  const message = `The server at ${new URL(response.url).origin} responded with status ${status}, but not as the Waymark API does. Check baseUrl.`
  return new Class(message, { status, code: status < 500 ? 'BAD_REQUEST' : 'SERVICE_UNAVAILABLE', requestId })
}
