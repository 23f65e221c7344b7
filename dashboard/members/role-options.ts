import { type Role, roleHas, roles } from '#schemas/roles.ts'
import { capitalized } from '../format/names.ts'

/** The roles that a member with this role may give, for a select. */
export const roleOptions = (own: Role): [Role, string][] =>
  roles.filter((role) => role !== 'owner' || roleHas(own, 'owners')).map((role) => [role, capitalized(role)])
