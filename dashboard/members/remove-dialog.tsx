import { useQueryClient } from '@tanstack/react-query'
import { keysQuery } from '../api/keys.ts'
import {
  invitationsQuery,
  type LeftKeys,
  leaveAccount,
  type Member,
  membersQuery,
  removeMember,
} from '../api/members.ts'
import { appPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { Confirm } from '../parts/confirm.tsx'
import { leaveAfter } from '../parts/leave-page.ts'

interface RemoveDialogProps {
  member: Member
  /** Receives the API keys that the removed member created. */
  onLeft: (keys: LeftKeys) => void
  onClose: () => void
}

/** Removes a member. For the user's own row: leaves the account. */
export function RemoveDialog({ member, onLeft, onClose }: RemoveDialogProps) {
  const { account } = useSession()
  const queries = useQueryClient()
  if (member.is_you) {
    return (
      <Confirm
        title={`Leave ${account.name}?`}
        about="You lose access immediately. API keys that you created keep working. To rejoin, you need an invitation."
        act="Leave account"
        onAct={() => leaveAfter(leaveAccount, appPath)}
        done="You left the account"
        onClose={onClose}
      />
    )
  }
  return (
    <Confirm
      title={`Remove ${member.email}?`}
      about="They lose access and are signed out immediately. API keys that they created keep working and are listed for review."
      act="Remove"
      onAct={async () => {
        const { api_keys } = await removeMember(member.id)
        const changed = [membersQuery, invitationsQuery, keysQuery]
        await Promise.all(changed.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
        onLeft(api_keys)
      }}
      done={`${member.email} removed`}
      onClose={onClose}
    />
  )
}
