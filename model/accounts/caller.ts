import type { PlanName } from '#schemas/accounts.ts'
import type { ApiKeyRow } from '#schemas/keys.ts'
import type { Permission } from '#schemas/permissions.ts'
import type { Scope } from '#schemas/scopes.ts'
import type { Reach } from './reach.ts'

export interface Session {
  id: Buffer
  user: { id: string; email: string; time_zone: string | null }
  /** The user has entered the password in the last minutes (sessions.ts). */
  is_confirmed: boolean
  csrf_token: string
}

type CallingKey = Pick<ApiKeyRow, 'id' | 'name' | 'permissions' | 'expires_at' | 'allowed_ips' | 'domain_ids'>

interface CallingToken {
  grant_id: string
  client_id: string
  client_name: string
  scopes: readonly Scope[]
}

export interface Caller {
  account: { id: string; name: string; plan: PlanName }
  permissions: readonly Permission[]
  /** The part of the account that the caller can access. */
  reach: Reach
  /** The API key of the request; null for a session or token. */
  key: CallingKey | null
  /** The session of the request; null for a key or token. */
  session: Session | null
  /** The OAuth access token of the request; null for a key or session. */
  token: CallingToken | null
}

export type SessionCaller = Caller & { session: Session }
