import { ValidationError, WaymarkError } from '#sdk'

/** One line about a failed call; undefined for other errors. */
export function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof WaymarkError)) return undefined
  const details = error instanceof ValidationError ? error.errors : []
  // The message is the sentence about the first field.
  const others = details.slice(1).map(({ field, message }) => `\`${field}\`: ${message}`)
  return [error.message, ...others].join(' ')
}

export const explainFailure = (error: unknown) =>
  explainRefusal(error) ?? (error instanceof Error ? error.message : String(error))
