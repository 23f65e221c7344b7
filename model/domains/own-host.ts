import type { Config } from '#runtime/config.ts'

type Site = Pick<Config, 'BASE_DOMAIN' | 'REDIRECT_PORT'>

const standardPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** Whether this destination is a host of this installation, which could cause a redirect loop. */
export function leadsToOurselves(destination: string, config: Site): boolean {
  const { protocol, hostname, port } = new URL(destination)
  const [ownHost = '', ownPort] = config.BASE_DOMAIN.split(':')
  if (hostname.replace(/\.$/, '') !== ownHost) return false
  const ownPorts = ownPort === undefined ? Object.values(standardPorts) : [ownPort]
  return [...ownPorts, String(config.REDIRECT_PORT)].includes(port === '' ? (standardPorts[protocol] ?? '') : port)
}
