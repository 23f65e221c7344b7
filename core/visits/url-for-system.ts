import type { LinkExtras } from '#schemas/link-record.ts'
import { parseAgent } from './parse-agent.ts'

/** Where a link leads visitors with this system, if that is another place than others go to. */
export function urlForSystem({ ios_url, android_url }: LinkExtras, userAgent: string): string | undefined {
  if (ios_url === undefined && android_url === undefined) return undefined
  const { os } = parseAgent(userAgent)
  if (os === 'iOS') return ios_url
  return os === 'Android' ? android_url : undefined
}
