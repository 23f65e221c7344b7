import { parseUrl } from '#schemas/parse-url.ts'

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** The part of a loopback address before its port, and the port. */
const loopbackPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/

/**
 * May codes go there? https anywhere; http only on loopback; else a private scheme, which has a dot because it is a
 * domain name turned round (RFC 8252, 7.1). No fragment (RFC 6749, 3.1.2). ASCII, since it becomes a header.
 */
export function isRedirectUri(uri: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('#')) return false
  const url = parseUrl(uri)
  if (url === null) return false
  const { protocol, username, password, hostname } = url
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return /^https:\/\/[^/\\]/i.test(uri)
  if (protocol === 'http:') return loopbackHosts.has(hostname) && /^http:\/\/[^/\\]/.test(uri)
  return protocol.includes('.')
}

/** Character by character, but for the port on loopback: a program takes one that is free (RFC 8252, 7.3). */
export function matchesRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const portless = withoutPort(uri)
  return isLoopback(uri) && registered.some((one) => isLoopback(one) && withoutPort(one) === portless)
}

const withoutPort = (uri: string) => uri.replace(loopbackPort, '$1')

function isLoopback(uri: string): boolean {
  return isRedirectUri(uri) && new URL(uri).protocol === 'http:'
}

/** The same address with these parameters added; what it has already stays as it is. */
export function addParams(uri: string, params: Record<string, string | undefined>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) added.append(name, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${added.toString()}`
}

/** Hosts that a Content-Security-Policy can name. URLs have others: of IPv6, and with characters that end a directive. */
const nameableHost = /^[a-z0-9._-]+(:\d+)?$/

/**
 * What a Content-Security-Policy calls the place: browsers block a form whose answer redirects to where form-action does
 * not allow. Where it has no name for the host, as for that of a private scheme, the place goes by its scheme.
 */
export function policySource(uri: string): string {
  const { protocol, host } = new URL(uri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && nameableHost.test(host) ? `${protocol}//${host}` : protocol
}

/** Is only the right program behind it? Any program of the device may listen on loopback or claim a private scheme. */
export const provesClient = (uri: string): boolean => new URL(uri).protocol === 'https:'
