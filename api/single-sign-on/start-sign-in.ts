import { mintToken } from '#model/accounts/open-session.ts'
import { attemptMinutes, insertAttempt, mintChecks, type NewAttempt } from '#model/single-sign-on/attempts.ts'
import type { ProviderAccess } from '#model/single-sign-on/settings.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { readCookie, setCookie } from '../frame/auth/cookies.ts'
import type { Services } from '../frame/endpoint.ts'

/** Providers send the browser back to this page. */
export const redirectUri = ({ BASE_URL }: Pick<Config, 'BASE_URL'>): string => `${BASE_URL}/login/sso/callback`

/** The page that starts the sign-in of an account. */
export const signInUrl = ({ BASE_URL }: Pick<Config, 'BASE_URL'>, accountId: string): string =>
  `${BASE_URL}/login/sso/${accountId}`

interface Start {
  access: ProviderAccess
  attempt: NewAttempt
  /** The Cookie header of the browser, which may have several sign-ins on their way. */
  cookies?: string | undefined
}

interface Started {
  /** Page of the provider. */
  url: string
  /** Without it, the sign-in cannot be completed. */
  cookie: string
  /** Call before the browser goes to the provider. */
  store: (sql: Sql | Tx) => Promise<void>
}

/** Prepares a sign-in. Throws if the provider cannot be reached. */
export async function startSignIn(
  { providers, config }: Pick<Services, 'providers' | 'config'>,
  { access, attempt, cookies }: Start,
): Promise<Started> {
  const secret = readCookie(config, 'provider', cookies) ?? mintToken()
  const checks = mintChecks(secret)
  const isAgain = attempt.purpose === 'confirm'
  const url = await providers.authorizationUrl(access, redirectUri(config), { ...checks, isAgain })
  return {
    url: url.href,
    cookie: setCookie(config, 'provider', secret, attemptMinutes * 60),
    store: (sql) => insertAttempt(sql, { state: checks.state, secret }, attempt),
  }
}
