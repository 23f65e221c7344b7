import { ValidationError, WaymarkError } from '#sdk'

/** One line about a failed call; undefined for other errors. */
export function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof WaymarkError)) return undefined
  const details = error instanceof ValidationError ? error.errors : []
  // The message is the sentence about the first field.
  const others = details.slice(1).map(({ field, message }) => `\`${field}\`: ${message}`)
  return [error.message, ...others].join(' ')
}

/** Parts of a message may come from a server: control characters must not reach the terminal. */
export const explainFailure = (error: unknown) =>
  (explainRefusal(error) ?? (error instanceof Error ? error.message : String(error))).replace(/\p{C}/gu, ' ')
