import { RefusedAddress } from '#runtime/safe-fetch.ts'
import { OtherIssuer, UnusableProvider } from './provider.ts'
import { LargeResponse, providerSeconds, WrongStatus } from './provider-fetch.ts'

const ofNetwork: Record<string, string> = {
  ENOTFOUND: 'The host of the provider was not found. Check the issuer URL.',
  EAI_AGAIN: 'The host of the provider was not found, because DNS is not responding.',
  ECONNREFUSED: 'The provider refuses connections. Check the host and port of the issuer URL.',
  ECONNRESET: 'The provider closed the connection. Check the issuer URL, or try again.',
  EHOSTUNREACH: 'The provider cannot be reached from this server.',
  ENETUNREACH: 'The provider cannot be reached from this server.',
  ETIMEDOUT: 'The provider cannot be reached from this server.',
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    'There is no OpenID provider at this URL: `.well-known/openid-configuration` was not found below it. Check the issuer URL.',
  OAUTH_RESPONSE_IS_NOT_JSON:
    'There is no OpenID provider at this URL: its configuration is not JSON. Check the issuer URL.',
  OAUTH_PARSE_ERROR: 'The configuration of the provider is not valid JSON.',
  OAUTH_INVALID_RESPONSE: 'The configuration of the provider is incomplete.',
  ERR_INVALID_URL: 'The configuration of the provider has an invalid URL.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'The provider must use https.',
}

/** One sentence about why a provider cannot be used. null: not a problem of the provider. */
export function describeProblem(error: unknown): string | null {
  for (const each of causesOf(error)) {
    const found = describeOne(each)
    if (found !== null) return found
  }
  return null
}

function describeOne(error: Error): string | null {
  const { name, code } = error as Error & { code?: unknown }
  if (error instanceof RefusedAddress) return `The issuer URL cannot be used: ${lowerFirst(error.message)}`
  if (error instanceof UnusableProvider) return `The provider cannot be used. ${error.message}`
  if (error instanceof LargeResponse) return 'The response of the provider is too large.'
  // The parser has a code for some of its errors only.
  if (error instanceof WrongStatus || name === 'HTTPParserError') return noHttp
  if (error instanceof OtherIssuer || code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return 'The provider names another issuer. Enter the issuer exactly as the provider names it. For Microsoft Entra, use the URL with your tenant ID.'
  if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || isTimeout(code))
    return `The provider did not respond within ${providerSeconds} seconds.`
  if (typeof code !== 'string') return null
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO/.test(code))
    return `The certificate of the provider is not valid (${code}).`
  return ofNetwork[code] ?? (code.startsWith('UND_ERR_') ? noHttp : null)
}

const noHttp = 'The response of the provider is not valid HTTP. Check the host and port of the issuer URL.'

const isTimeout = (code: unknown) => typeof code === 'string' && /^UND_ERR_[A-Z]+_TIMEOUT$/.test(code)

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const mostCauses = 5

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  let next = error
  while (next instanceof Error && causes.length < mostCauses) {
    causes.push(next)
    next = next.cause
  }
  return causes
}

/** The code of a failed sign-in, for the audit log. It contains nothing that the provider sent. */
export function reasonOf(error: unknown): string {
  for (const each of causesOf(error)) {
    const { code } = each as Error & { code?: unknown }
    if (typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code)) return code
  }
  return 'UNKNOWN'
}
