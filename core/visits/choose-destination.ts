import type { LinkExtras } from '#schemas/link-record.ts'
import { parseAgent } from './parse-agent.ts'

/** The address for the visitor's system where the link has one for it, else the link's own. */
export function chooseDestination(url: string, { ios_url, android_url }: LinkExtras, userAgent: string): string {
  if (ios_url === undefined && android_url === undefined) return url
  const { os } = parseAgent(userAgent)
  if (os === 'iOS') return ios_url ?? url
  return os === 'Android' ? (android_url ?? url) : url
}
