import { timingSafeEqual } from 'node:crypto'
import { clientNetwork, normalizeAddress } from '#core/visits/address.ts'
import { FailedAttempts } from '#model/accounts/failed-attempts.ts'
import { hashToken } from '#model/accounts/open-session.ts'
import { type ClientRow, findClient } from '#model/oauth/clients.ts'
import type { Services } from '../frame/endpoint.ts'
import { OAuthError } from './oauth-error.ts'
import { readParam } from './params.ts'

interface Asking {
  authorization: string | undefined
  params: URLSearchParams
  /** The client's IP address, which leaves the process only inside a keyed hash. */
  address: string
}

interface Shown {
  id: string
  secret: string | undefined
  /** HTTP Basic: errors carry a challenge (RFC 6749, 5.2). */
  basic: boolean
}

/** Authenticates a client. Guesses are limited per client and IP address. */
export class ClientCheck {
  readonly #services: Services
  readonly #attempts: FailedAttempts

  constructor(services: Services) {
    this.#services = services
    this.#attempts = new FailedAttempts(services)
  }

  async check(asking: Asking, now = Date.now()): Promise<ClientRow> {
    const shown = readShown(asking)
    if (shown.secret === undefined) {
      const client = await findClient(this.#services.sql, shown.id)
      if (client === null || client.secret_hash !== null) throw refused(shown)
      return client
    }
    const hash = await this.#attempts.createHash(now)
    const subject = hash('client', clientNetwork(normalizeAddress(asking.address)), shown.id)
    const giveBack = await this.#attempts.take(subject, now)
    let failed = false
    try {
      const client = await findClient(this.#services.sql, shown.id)
      failed = client === null || !isSecretOf(client, shown.secret)
      if (client === null || failed) throw refused(shown)
      return client
    } finally {
      // Successes and server errors do not count.
      if (!failed) await giveBack()
    }
  }
}

function readShown({ authorization, params }: Asking): Shown {
  const id = readParam(params, 'client_id')
  const secret = readParam(params, 'client_secret')
  if (authorization === undefined) {
    if (id === undefined) throw new OAuthError('invalid_client', 'client_id is required.')
    return { id, secret, basic: false }
  }
  const basic = readBasic(authorization)
  if (secret !== undefined || (id !== undefined && id !== basic.id)) {
    throw new OAuthError('invalid_request', 'Use only one method of client authentication.')
  }
  return basic
}

/** Both halves are form-encoded before they are joined (RFC 6749, 2.3.1). Unencoded values are read unchanged. */
function readBasic(authorization: string): Shown & { secret: string } {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization) ?? []
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  const decoded = { id: formDecode(id), secret: formDecode(secret) }
  if (!decoded.id || !decoded.secret) throw refused({ basic: true })
  return { id: decoded.id, secret: decoded.secret, basic: true }
}

function formDecode(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : (new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? undefined)
}

function isSecretOf({ secret_hash }: ClientRow, secret: string): boolean {
  return secret_hash !== null && timingSafeEqual(secret_hash, hashToken(secret))
}

const refused = ({ basic }: Pick<Shown, 'basic'>) =>
  new OAuthError(
    'invalid_client',
    'Client authentication failed. Check client_id and client_secret.',
    basic ? { 'www-authenticate': 'Basic realm="Waymark", charset="UTF-8"' } : {},
  )
