import { type Role, roleHas } from '#schemas/roles.ts'

export interface MemberChange {
  /** The role of the user who makes the change; null for the command line. */
  by: Role | null
  isOwn: boolean
  from: Role
  /** null: the member is removed. */
  to: Role | null
  /** Owners of the account before the change. */
  owners: number
}

/** Whether a member may get another role or be removed. */
export function judgeMemberChange({ by, isOwn, from, to, owners }: MemberChange) {
  const isLeaving = isOwn && to === null
  if (by !== null && !isLeaving) {
    if (!roleHas(by, 'members')) return 'not-allowed'
    if ((from === 'owner' || to === 'owner') && !roleHas(by, 'owners')) return 'owners-only'
  }
  return from === 'owner' && to !== 'owner' && owners <= 1 ? 'last-owner' : 'allowed'
}
