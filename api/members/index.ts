import { dropMember, leaveAccount } from './drop-member.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'
import { listMembers } from './list-members.ts'
import { renameAccount, switchAccount } from './open-account.ts'
import { updateMember } from './update-member.ts'

/** Calls under /api/app. */
export const memberCalls = [
  listMembers,
  updateMember,
  dropMember,
  leaveAccount,
  listInvitations,
  invite,
  revokeInvitation,
  renameAccount,
  switchAccount,
]
