/** A failure that the person at the terminal can act on: one sentence, and where it helps the last lines of a log. */
export class LaunchError extends Error {
  override name = 'LaunchError'
  readonly details: string | undefined

  constructor(sentence: string, options: ErrorOptions & { details?: string } = {}) {
    super(sentence, options)
    this.details = options.details
  }
}

/** The code of a system error (ENOENT, EADDRINUSE, ...) or of a store's own error, else undefined. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}

/** Why something failed, in a few words; AggregateErrors of a refused connection have an empty message but a code. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${reason(error.cause)})` : ''
  return `${error.message || (errorCode(error) ?? error.name)}${cause}`
}
