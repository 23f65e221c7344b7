import type { PlanName } from '#schemas/accounts.ts'
import type { Permission } from '#schemas/permissions.ts'
import type { Scope } from '#schemas/scopes.ts'
import type { Reach } from './reach.ts'

export interface Session {
  id: Buffer
  user: { id: string; email: string; time_zone: string | null }
  csrf_token: string
}

interface CallingKey {
  id: string
  name: string
  permissions: Permission[]
  expires_at: Date | null
  /** Site and CIDRs from which alone it may be used; null: from anywhere. */
  allowed_ips: string[] | null
  /** Domains on which alone it may be used; null: on any. */
  domain_ids: string[] | null
}

interface CallingToken {
  grant_id: string
  client_id: string
  client_name: string
  scopes: readonly Scope[]
}

export interface Caller {
  account: { id: string; name: string; plan: PlanName }
  permissions: readonly Permission[]
  /** What of the account is the caller's business. */
  reach: Reach
  /** The API key that was shown; null where a session or token calls. */
  key: CallingKey | null
  /** The signed-in browser that calls; null where a key or token was shown. */
  session: Session | null
  /** The OAuth access token that was shown, if one was. */
  token: CallingToken | null
}

export type SessionCaller = Caller & { session: Session }
