import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ServerMetadata,
} from 'openid-client'
import { Latest } from '#runtime/latest.ts'
import { parseUrl } from '#schemas/parse-url.ts'
import type { Attempt } from './attempts.ts'
import type { Claims } from './claims.ts'
import { isSameIssuer, readClaims } from './claims.ts'
import { fetchSafely, providerSeconds } from './provider-fetch.ts'
import type { ProviderAccess } from './settings.ts'

/** Metadata of providers is kept this long, so that a flood of sign-ins does not reach them. */
const keptMs = 300_000
const mostKept = 200

/** The metadata of the provider is for another issuer, as for a URL that serves several tenants. */
export class OtherIssuer extends Error {
  override name = 'OtherIssuer'
}

/** The provider lacks something that single sign-on needs. */
export class UnusableProvider extends Error {
  override name = 'UnusableProvider'
}

interface Known {
  metadata: ServerMetadata
  until: number
}

/** Calls OpenID providers. Keys are not kept: each sign-in reads them, so a new one is known at once. */
export class Providers {
  readonly #allowPrivate: boolean
  readonly #known = new Latest<string, Known>(mostKept)

  constructor({ WEBHOOK_ALLOW_PRIVATE }: { WEBHOOK_ALLOW_PRIVATE: boolean }) {
    this.#allowPrivate = WEBHOOK_ALLOW_PRIVATE
  }

  /** Checks what a sign-in needs: metadata with all endpoints, and keys. Throws if anything is missing. */
  async inspect(issuer: string): Promise<ServerMetadata> {
    const metadata = await this.discover(issuer)
    const { token_endpoint, jwks_uri, response_types_supported: types } = metadata
    if (token_endpoint === undefined || jwks_uri === undefined)
      throw new UnusableProvider('Its configuration lacks an endpoint or the URL of its keys.')
    if (Array.isArray(types) && !types.includes('code'))
      throw new UnusableProvider('It does not offer the authorization code flow.')
    const response = await fetchSafely(this.#allowPrivate)(jwks_uri, {
      method: 'GET',
      headers: {},
      body: null,
      redirect: 'manual',
    })
    const keys = response.ok ? ((await response.json().catch(() => null)) as { keys?: unknown } | null) : null
    if (!Array.isArray(keys?.keys) || keys.keys.length === 0)
      throw new UnusableProvider('It has no keys at its `jwks_uri`.')
    return metadata
  }

  /** Reads the metadata of a provider. Throws if it is not one, or refers to another issuer. */
  async discover(issuer: string): Promise<ServerMetadata> {
    const found = await discovery(new URL(issuer), 'unknown', undefined, undefined, {
      [customFetch]: fetchSafely(this.#allowPrivate),
      timeout: providerSeconds,
      execute: this.#allowPrivate ? [allowInsecureRequests] : [],
    })
    const metadata = found.serverMetadata()
    if (!isSameIssuer(metadata.issuer, issuer)) throw new OtherIssuer(metadata.issuer)
    // Browsers are sent there, so it must be no javascript: URL.
    const page = parseUrl(metadata.authorization_endpoint ?? '')
    if (page === null || !(this.#allowPrivate ? /^https?:$/ : /^https:$/).test(page.protocol))
      throw new UnusableProvider('Its `authorization_endpoint` is not an https URL.')
    return metadata
  }

  /** The page of the provider that starts a sign-in. `isAgain`: the user must enter their credentials, even if signed in there. */
  async authorizationUrl(access: ProviderAccess, redirectUri: string, attempt: StartedAttempt): Promise<URL> {
    const { state, nonce, code_verifier, isAgain } = attempt
    return buildAuthorizationUrl(await this.#configure(access), {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
      ...(isAgain && { max_age: '0' }),
    })
  }

  /** Checks the response of the provider, and exchanges its code. Throws if anything does not match. */
  async redeem(access: ProviderAccess, response: URL, attempt: Attempt): Promise<Claims> {
    const configuration = await this.#configure(access)
    const tokens = await authorizationCodeGrant(configuration, response, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.code_verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined || claims.iss !== configuration.serverMetadata().issuer) throw new OtherIssuer('ID token')
    const hasMore = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
    return readClaims({ ...more, ...claims })
  }

  async #configure({ issuer, client_id, client_secret }: ProviderAccess): Promise<Configuration> {
    const metadata = await this.#metadataOf(issuer)
    // Where both work, the body: some providers decode the header wrongly.
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic
    const configuration = new Configuration(metadata, client_id, undefined, authenticate(client_secret))
    configuration[customFetch] = fetchSafely(this.#allowPrivate)
    configuration.timeout = providerSeconds
    // Without this, the signature of an ID token from the token endpoint would not be checked.
    enableNonRepudiationChecks(configuration)
    if (this.#allowPrivate) allowInsecureRequests(configuration)
    return configuration
  }

  async #metadataOf(issuer: string): Promise<ServerMetadata> {
    const known = this.#known.get(issuer)
    if (known !== undefined && known.until > Date.now()) return known.metadata
    const metadata = await this.discover(issuer)
    this.#known.set(issuer, { metadata, until: Date.now() + keptMs })
    return metadata
  }
}

interface StartedAttempt extends Pick<Attempt, 'state' | 'nonce' | 'code_verifier'> {
  isAgain: boolean
}
