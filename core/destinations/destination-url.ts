import { createHash } from 'node:crypto'

/** A page is the same with any fragment. */
export function pageOf(url: string): string {
  const page = new URL(url)
  page.hash = ''
  return page.href
}

export const originOf = (url: string): string => new URL(url).origin

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
