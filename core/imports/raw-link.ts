import type { ImportField, ImportNote } from '#schemas/imports.ts'
import type { VisitsOfLink } from './raw-visit.ts'

/** A link as its source has it: texts by field, before any check. */
export type RawLink = { [Field in ImportField]?: string | undefined } & {
  /** Row in the file, or number of the link in the source. */
  position: number
  /** The row has more columns than the header. */
  tooManyColumns?: number
  /** What the reader of the source had to leave out. */
  notes?: readonly ImportNote[]
  /** Individual visits that the source has, in addition to the click total. */
  visits?: VisitsOfLink
}

/** The host and path of a short URL, which may lack its scheme (bit.ly/abc). undefined if it is not one. */
export function splitShortUrl(text: string): { host: string; slug: string } | undefined {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/?#\s]+)\/([^?#\s]+)/i.exec(text) ?? []
  const slug = path.replace(lastSlashes, '')
  return slug === '' || !hostPattern.test(host) ? undefined : { host: host.toLowerCase(), slug }
}

/** A name with a dot inside, or localhost. */
const hostPattern = /^localhost(:\d+)?$|.\../i

/** Slashes in the middle of a long text are searched once, and not from each of them. */
export const lastSlashes = /(?<!\/)\/+$/
