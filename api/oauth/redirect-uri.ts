import { parseUrl } from '#schemas/parse-url.ts'

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** The part of a loopback URI before its port, and the port. */
const loopbackPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/

/**
 * Whether codes may be sent there: https anywhere, http only on loopback, or a private scheme with a dot, which is a
 * reversed domain name (RFC 8252, 7.1). No wildcard host, because URIs are compared exactly. No fragment (RFC 6749,
 * 3.1.2). ASCII, because it becomes a header.
 */
export function isRedirectUri(uri: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('#')) return false
  const url = parseUrl(uri)
  if (url === null) return false
  const { protocol, username, password, hostname } = url
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return /^https:\/\/[^/\\]/i.test(uri) && !hostname.includes('*')
  if (protocol === 'http:') return loopbackHosts.has(hostname) && /^http:\/\/[^/\\]/.test(uri)
  return protocol.includes('.')
}

/** Compares every character except the port on loopback, where a program takes a free port (RFC 8252, 7.3). */
export function matchesRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const portless = withoutPort(uri)
  return isLoopback(uri) && registered.some((one) => isLoopback(one) && withoutPort(one) === portless)
}

const withoutPort = (uri: string) => uri.replace(loopbackPort, '$1')

function isLoopback(uri: string): boolean {
  return isRedirectUri(uri) && new URL(uri).protocol === 'http:'
}

/** Adds these parameters to a URI without changing its own. */
export function addParams(uri: string, params: Record<string, string | undefined>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) added.append(name, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${added.toString()}`
}

/** Hosts that a Content-Security-Policy can name: no IPv6, and no characters that end a directive. */
const nameableHost = /^[a-z0-9._-]+(:\d+)?$/

/**
 * The source for a Content-Security-Policy: browsers block a form whose response redirects outside of form-action. The
 * scheme alone if the policy cannot name the host, as with a private scheme.
 */
export function policySource(uri: string): string {
  const { protocol, host } = new URL(uri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && nameableHost.test(host) ? `${protocol}//${host}` : protocol
}

/**
 * Whether only the right program can receive it: any program on the device can listen on loopback or claim a private
 * scheme.
 */
export const provesClient = (uri: string): boolean => new URL(uri).protocol === 'https:'
