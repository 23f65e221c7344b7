import type { Actor } from '#schemas/audit.ts'
import type { Caller } from './caller.ts'

/** Who acts in a request. */
export function actorOf({ key, session, token }: Pick<Caller, 'key' | 'session' | 'token'>): Actor {
  if (key !== null) return { type: 'key', id: key.id, name: key.name }
  if (token !== null) return { type: 'app', id: token.client_id, name: token.client_name }
  if (session !== null) return userActor(session.user)
  throw new Error('a caller has neither a key nor a token nor a session')
}

export const userActor = ({ id, email }: { id: string; email: string }): Actor => ({ type: 'user', id, name: email })

export const cliActor: Actor = { type: 'cli', id: null, name: 'Command line' }
