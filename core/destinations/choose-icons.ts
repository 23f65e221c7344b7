import { parseUrl } from '#schemas/parse-url.ts'
import type { PageIcon } from './read-head.ts'

/** Files that are requested for one icon. */
const mostTries = 3
/** Shown at 16 to 20 pixels, on screens with up to twice as many. */
export const iconSide = 64

/** URLs of the icons of a page to try in this order. The last is the one that every site may have. Never an SVG: it is a program. */
export function chooseIcons(icons: readonly PageIcon[], base: string): string[] {
  const fallback = parseUrl(new URL('/favicon.ico', base).href)
  const found = icons
    .filter(({ type, href }) => !type.includes('svg') && !/\.svg([?#]|$)/i.test(href))
    .sort((one, other) => cost(one) - cost(other))
    .map(({ href }) => resolve(href, base))
    .filter((url) => url !== null)
    .slice(0, mostTries - 1)
  return [...new Set([...found, ...(fallback === null ? [] : [fallback.href])])]
}

/** Prefers icons for browsers, then those of the wanted size or a little larger. */
const cost = ({ isTouch, size }: PageIcon) =>
  (isTouch ? 10_000 : 0) + (size === 0 ? 500 : size < iconSide ? 1_000 - size : size - iconSide)

/** An http URL in a page, made absolute. null for any other, such as inline data. */
export function resolve(href: string, base: string): string | null {
  try {
    const url = new URL(href, base)
    url.hash = ''
    return /^https?:$/.test(url.protocol) ? url.href : null
  } catch {
    // Pages contain any text as URLs.
    return null
  }
}
