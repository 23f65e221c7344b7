import { ApiError } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import { type Call, reading, under } from './call-paths.ts'
import { neededRight } from './right-rules.ts'

const removing =
  (applies: (call: Call) => boolean) =>
  (call: Call): boolean =>
    call.method === 'DELETE' && applies(call)

/** Calls with the right `own` that a session of single sign-on may make, because they affect only its account. */
const allowed = [
  reading(under('/session', '/sessions', '/identities')),
  removing(under('/sessions', '/identities', '/membership')),
  under('/me/connected-apps', '/time-zone'),
]

/**
 * Admins of an account control its provider, so its sessions must not change how their user signs in: a password or passkey
 * would open the user's other accounts. New calls are refused unless they are allowed here.
 */
export function refuseOwnSignIn({ session }: Pick<Caller, 'session'>, endpoint: Call): void {
  if (session === null || session.provider_account_id === null || neededRight(endpoint) !== 'own') return
  if (allowed.some((applies) => applies(endpoint))) return
  throw new ApiError(
    'FORBIDDEN',
    'You signed in with single sign-on, which opens only this account. Sign out, then sign in with your password.',
  )
}
