import { ApiError } from '#core/api-error.ts'
import type { Session } from '#model/accounts/caller.ts'

/** Refuses API keys where a user or their sessions are concerned. */
export function demandSession(session: Session | null): Session {
  if (session === null) throw new ApiError('FORBIDDEN', 'This requires a signed-in user. API keys cannot do this.')
  return session
}
