import { useQueryClient } from '@tanstack/react-query'
import type { Role } from '#schemas/roles.ts'
import { changeRole, type Member, membersQuery } from '../api/members.ts'
import { sessionQuery } from '../api/session.ts'
import { Confirm } from '../parts/confirm.tsx'

interface OwnRoleDialogProps {
  member: Member
  role: Role
  onClose: () => void
}

/** Asks before users take rights away from themselves. */
export function OwnRoleDialog({ member, role, onClose }: OwnRoleDialogProps) {
  const queries = useQueryClient()
  const givers = member.role === 'owner' ? 'an owner' : 'an owner or admin'
  return (
    <Confirm
      title={`Change your role to ${role}?`}
      about={`You lose rights immediately. Only ${givers} can give them back.`}
      act="Change role"
      done={`Your role is now ${role}`}
      onAct={async () => {
        await changeRole(member.id, role)
        const changed = [membersQuery, sessionQuery]
        await Promise.all(changed.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
      }}
      onClose={onClose}
    />
  )
}
