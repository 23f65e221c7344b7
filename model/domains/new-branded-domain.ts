import { randomBytes } from 'node:crypto'
import { parse } from 'tldts'
import { invalidField } from '#core/api-error.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { Config } from '#runtime/config.ts'
import { aliasTarget } from './describe-domain.ts'

const tokenBytes = 16

/** What the TXT record of a new domain must contain. Nobody else can have had it. */
export const newVerificationToken = (): string => `waymark-${randomBytes(tokenBytes).toString('hex')}`

/** Refuses names that nobody can own, and those of this installation. */
export function refuseUnfit(host: string, config: Config): void {
  const { domain: registrable, isIp } = parse(host, { allowPrivateDomains: true })
  if (isIp === true || registrable === null) {
    throw invalidField('domain', 'Must be a registrable domain or a subdomain of one, such as go.example.com.')
  }
  const own = [hostWithoutPort(config.BASE_DOMAIN), new URL(config.BASE_URL).hostname, aliasTarget(config)]
  if (own.includes(host) || host.endsWith(`.${own[0]}`)) {
    throw invalidField('domain', 'Must not be a domain of this installation.')
  }
}
