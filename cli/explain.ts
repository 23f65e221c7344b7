import { z } from 'zod'

/** PostgreSQL's undefined_table. */
const undefinedTable = '42P01'

/** One sentence for whoever typed the command. */
export function explain(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ')
  }
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === undefinedTable) return 'the database has no tables yet: run `waymark migrate` first'
  // Node gathers the failures of several addresses in an error without a message of its own.
  const message = error.message === '' ? (code ?? error.name) : error.message
  return message.replaceAll('\n', '; ')
}
