import type { FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { ownsInstallation } from '#model/accounts/accounts.ts'
import type { Caller, Session } from '#model/accounts/caller.ts'
import type { Sql } from '#runtime/postgres.ts'
import { otherAccount, passwordNeeded } from '#schemas/session-refusals.ts'

/** Refuses everyone but the owner of the installation. */
export async function demandOwner(session: Session | null, sql: Sql): Promise<void> {
  if (await ownsInstallation(sql, demandSession(session))) return
  throw new ApiError('FORBIDDEN', 'Only the owner of the installation can see this.')
}

/**
 * Refuses a session whose user has not entered the password for some minutes, in case a browser was left open or a cookie
 * was stolen. The dashboard then asks for it. Keys are not affected.
 */
export function demandConfirmed(session: Session | null): void {
  if (session === null || session.is_confirmed) return
  throw new ApiError('FORBIDDEN', 'Confirm your password, then try again.', passwordNeeded)
}

/**
 * The dashboard names the account that it shows. Another tab may have opened another one in the same session: a change must not
 * end up there, and a download must not contain its data. Downloads name the account in the URL, because browsers send them
 * without headers of the page.
 */
export function refuseOtherAccount({ headers, query }: FastifyRequest, { account, session }: Caller): void {
  const { waymark_account } = query as { waymark_account?: unknown }
  const named = [headers['x-waymark-account'], waymark_account]
  if (session === null || named.every((id) => id === undefined || id === account.id)) return
  throw new ApiError('CONFLICT', 'You opened another account in another tab. Reload the page.', otherAccount)
}

/** Refuses API keys where a user or their sessions are concerned. */
export function demandSession(session: Session | null): Session {
  if (session === null) throw new ApiError('FORBIDDEN', 'This requires a signed-in user. API keys cannot do this.')
  return session
}
