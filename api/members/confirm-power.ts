import type { Session } from '#model/accounts/caller.ts'
import { type Role, roleHas } from '#schemas/roles.ts'
import { demandConfirmed } from '../frame/auth/demand-session.ts'

/** A role that manages members gives lasting access, so granting it requires the password again. */
export function confirmPower(session: Session | null, role: Role): void {
  if (roleHas(role, 'members')) demandConfirmed(session)
}
