import type { LinkExtras } from '#schemas/link-record.ts'
import { parseAgent } from './parse-agent.ts'

/** The destination for visitors with this system, if the link has a separate one. */
export function urlForSystem({ ios_url, android_url }: LinkExtras, userAgent: string): string | undefined {
  if (ios_url === undefined && android_url === undefined) return undefined
  const { os } = parseAgent(userAgent)
  if (os === 'iOS') return ios_url
  return os === 'Android' ? android_url : undefined
}
