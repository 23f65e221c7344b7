import { parseUrl } from '#schemas/parse-url.ts'

/** A URL without what everyone knows of it: https://, www., a lone slash. */
export const bareUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

/** The text if it is a URL that a link can lead to, whole: a word with a dot in it is none. */
export function readUrl(text: string): string | null {
  const trimmed = text.trim()
  if (/\s/.test(trimmed) || !/^https?:\/\//i.test(trimmed)) return null
  return parseUrl(trimmed) === null ? null : trimmed
}

/** example.com is a URL for people. */
export const withScheme = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(url) || url === '' ? url : `https://${url}`
