/** An error that the user can fix. It has a short message and optional details, such as the last lines of a log. */
export class LaunchError extends Error {
  override name = 'LaunchError'
  readonly details: string | undefined

  constructor(sentence: string, options: ErrorOptions & { details?: string } = {}) {
    super(sentence, options)
    this.details = options.details
  }
}

/** A store runs, but is still reading its data or recovering. It ends when it ends: a new start would only begin again. */
export class LoadingError extends Error {
  override name = 'LoadingError'
}

/** The code of a system error (ENOENT, EADDRINUSE, ...) or of a store's error; undefined if there is none. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}

/** A short reason for an error. The AggregateError of a refused connection has a code but no message. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${reason(error.cause)})` : ''
  return `${error.message || (errorCode(error) ?? error.name)}${cause}`
}
