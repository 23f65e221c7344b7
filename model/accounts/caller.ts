import type { PlanName } from '#schemas/accounts.ts'
import type { ApiKeyRow } from '#schemas/keys.ts'
import type { Permission } from '#schemas/permissions.ts'
import type { Role } from '#schemas/roles.ts'
import type { Scope } from '#schemas/scopes.ts'
import type { Reach } from './reach.ts'

export interface Session {
  id: Buffer
  user: { id: string; email: string; time_zone: string | null }
  /** The user has entered the password in the last minutes (sessions.ts). */
  is_confirmed: boolean
  /** The account that the session is limited to, because its provider opened it; null: opened with the password. */
  provider_account_id: string | null
  csrf_token: string
}

type KeyLimits = Pick<ApiKeyRow, 'id' | 'name' | 'permissions' | 'expires_at' | 'allowed_ips' | 'domain_ids'>

interface CallingKey extends KeyLimits {
  /** The user who created it, also through another key. */
  created_by: string | null
}

interface CallingToken {
  grant_id: string
  client_id: string
  client_name: string
  /** The user who allowed the app. */
  user_id: string
  scopes: readonly Scope[]
}

export interface Caller {
  account: { id: string; name: string; plan: PlanName }
  permissions: readonly Permission[]
  /** The role that limits the caller: of the signed-in user, or of the creator of the key or token. null: no limit. */
  role: Role | null
  /** The part of the account that the caller can access. */
  reach: Reach
  /** The API key of the request; null for a session or token. */
  key: CallingKey | null
  /** The session of the request; null for a key or token. */
  session: Session | null
  /** The OAuth access token of the request; null for a key or session. */
  token: CallingToken | null
}

export type SessionCaller = Caller & { session: Session; role: Role }
