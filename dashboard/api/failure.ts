interface FailureFacts {
  status: number
  code: string
  requestId: string | null
  details?: unknown
}

/** Why a call failed, with what somebody who looks into it needs. Status 0: no answer came. */
export class Failure extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly details: unknown

  constructor(message: string, { status, code, requestId, details }: FailureFacts) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.details = details
  }
}

/** The sentence about one field of a form, if the failure is about it. */
export function fieldError(failure: unknown, field: string): string | undefined {
  if (!(failure instanceof Failure)) return undefined
  const { details } = failure
  if (typeof details !== 'object' || details === null || !('errors' in details)) return undefined
  const errors = details.errors as { field: string; message: string }[]
  return errors.find((error) => error.field === field)?.message
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
