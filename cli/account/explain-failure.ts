import { ValidationError, WaymarkError } from '#sdk'

/** One line about a failed call or a file that exists; undefined for other errors. */
export function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof WaymarkError)) return explainFile(error)
  const details = error instanceof ValidationError ? error.errors : []
  // The message is the sentence about the first field.
  const others = details.slice(1).map(({ field, message }) => `\`${field}\`: ${message}`)
  return [error.message, ...others].join(' ')
}

/** A command creates files, and overwrites none. */
function explainFile(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, path } = error as NodeJS.ErrnoException
  return code === 'EEXIST' && path !== undefined ? `${path} already exists. Choose another file.` : undefined
}

/** Parts of a message may come from a server: control characters must not reach the terminal. */
export const explainFailure = (error: unknown) =>
  (explainRefusal(error) ?? (error instanceof Error ? error.message : String(error))).replace(/\p{C}/gu, ' ')
