import type { CheckResult } from '#core/destinations/judge-check.ts'
import { RefusedAddress } from '#runtime/safe-fetch.ts'
import type { DestinationProblem } from '#schemas/destination-health.ts'
import { headOf } from './read-page.ts'
import { isPlain, type Reader, readAnyUrl } from './read-url.ts'

/** The title is at the start of a page. */
const pageBytes = 256 * 1024
/** Browsers follow 20. A chain on one host must stay below the limit of the host. */
const mostRedirects = 10

/** Requests a destination. If it counts toward the limit of its host, throws BusyHost above the limit. */
export async function checkUrl(
  reader: Reader,
  url: string,
  signal: AbortSignal,
  isCounted = true,
): Promise<CheckResult> {
  try {
    const file = await readAnyUrl(reader, url, {
      accept: 'text/html,*/*;q=0.8',
      maxBytes: pageBytes,
      mostRedirects,
      ...(isCounted && { isPage: true }),
      signal,
    })
    if (file === 'not-allowed') return { kind: 'not-allowed' }
    // Errors of robots.txt are usually errors of the whole site.
    if (file === 'no-robots') return { kind: 'no-response', problem: 'server_error' }
    if (file === 'endless') return { kind: 'no-response', problem: 'redirect_loop' }
    const title = isPlain(file) ? (headOf(file)?.title ?? null) : null
    return { kind: 'response', status: file.status, title, certificate_expires_at: file.certificateExpiresAt }
  } catch (error) {
    if (error instanceof RefusedAddress) return { kind: 'not-allowed' }
    const problem = problemOf(error)
    if (problem === null) throw error
    return { kind: 'no-response', problem }
  }
}

const certificateError = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/
const networkError =
  /^(ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNABORTED|EAI_AGAIN|UND_ERR_|ESERVFAIL|ETIMEOUT|EREFUSED)/

/** null: an error of this program. */
function problemOf(error: unknown): DestinationProblem | null {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'unreachable'
  // Its code is missing in this version of undici.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'unreachable'
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return null
  // DNS servers confirmed it.
  if (code === 'ENOTFOUND') return 'no_such_host'
  if (code === 'ECONNREFUSED') return 'refused'
  if (certificateError.test(code)) return 'certificate'
  return networkError.test(code) ? 'unreachable' : null
}
