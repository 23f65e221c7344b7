import { ApiError } from '#core/api-error.ts'
import type { Session } from '#model/accounts/caller.ts'

/** What is about a person and their browsers is not for API keys. */
export function demandSession(session: Session | null): Session {
  if (session === null) throw new ApiError('FORBIDDEN', 'This needs a signed-in user, not an API key')
  return session
}
