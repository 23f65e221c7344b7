import { parseUrl } from '#schemas/parse-url.ts'
import { codePattern } from '#schemas/values.ts'
import { hostWithoutPort } from './visits/host.ts'

interface ShortUrlParts {
  /** Without the port. */
  host: string
  code: string
}

const mostCharacters = 2_048

/** The host and slug of a short URL as a person pastes it: also without its scheme, with a query, or of its preview. */
export function parseShortUrl(text: string): ShortUrlParts | null {
  const url = parsePasted(text)
  if (url === null) return null
  const code = url.pathname.slice(1).replace(/(\+|%2B|\/)$/i, '')
  return codePattern.test(code) ? { host: hostWithoutPort(url.host), code } : null
}

/** The host of a domain as a person pastes it: also with a scheme, a port or a final slash. null if a path or query follows it. */
export function parseHost(text: string): string | null {
  const url = parsePasted(text)
  return url === null || url.pathname !== '/' || url.search !== '' ? null : hostWithoutPort(url.host)
}

function parsePasted(text: string): URL | null {
  const given = text.trim()
  if (given.length > mostCharacters) return null
  return parseUrl(/^https?:\/\//i.test(given) ? given : `https://${given}`)
}
