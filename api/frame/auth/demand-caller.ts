import type { Caller, Session } from '#model/accounts/caller.ts'
import { holdCaller } from '#model/accounts/end-access.ts'
import { holdSession } from '#model/accounts/session-locks.ts'
import type { Tx } from '#runtime/postgres.ts'
import { invalidKey, sessionEnded } from './authenticate.ts'

/** Call before creating access in a transaction: refuses a key or session that has ended since the request arrived. */
export async function demandCaller(
  tx: Tx,
  caller: Pick<Caller, 'account' | 'role' | 'key' | 'session'>,
): Promise<void> {
  if (await holdCaller(tx, caller)) return
  throw caller.key === null ? sessionEnded() : invalidKey()
}

/** Call first in a transaction that changes how a user signs in: refuses a session that has ended since the request arrived. */
export async function demandOpenSession(tx: Tx, session: Session): Promise<void> {
  if (!(await holdSession(tx, session))) throw sessionEnded()
}
