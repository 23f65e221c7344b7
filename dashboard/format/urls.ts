import { parseUrl } from '#schemas/parse-url.ts'

/** A URL without https://, www., and a lone slash. */
export const bareUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

/** The text, if it is a full URL that can be a destination. */
export function readUrl(text: string): string | null {
  const trimmed = text.trim()
  if (/\s/.test(trimmed) || !/^https?:\/\//i.test(trimmed)) return null
  return parseUrl(trimmed) === null ? null : trimmed
}

/** Adds https:// to text such as example.com. */
export const withScheme = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(url) || url === '' ? url : `https://${url}`
