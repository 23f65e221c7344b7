import { z } from 'zod'
import { sentenceAbout } from '#core/sentence-about.ts'
import { explainRefusal } from './account/explain-failure.ts'

/** PostgreSQL's undefined_table. */
const undefinedTable = '42P01'

/** A one-line message for the user. */
export function explain(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues
      .map(({ path, message }) => sentenceAbout({ field: path.map(String).join('.'), message }))
      .join(' ')
  }
  const refusal = explainRefusal(error)
  if (refusal !== undefined) return plain(refusal)
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === undefinedTable) return 'The database has no tables. Run `waymark migrate` first.'
  // Node combines the errors of several addresses in an error without a message.
  const message = error.message === '' ? (code ?? error.name) : error.message
  return plain(message.replaceAll('\n', '; '))
}

/** Parts of a message may come from a file or a server: control characters must not reach the terminal. */
export const plain = (text: string) => text.replace(/\p{C}/gu, ' ')
