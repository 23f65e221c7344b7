import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { roleHas } from '#schemas/roles.ts'
import { type LeftKeys, type Member, membersQuery } from '../api/members.ts'
import { useCan } from '../api/rights.ts'
import { useSession } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MemberRow } from './member-row.tsx'
import { roleOptions } from './role-options.ts'
import { RolesCard } from './roles-card.tsx'
import { SingleSignOnCard } from './single-sign-on-card.tsx'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog')
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog')
const LeftKeysDialog = lazyPart(() => import('./left-keys-dialog.tsx'), 'LeftKeysDialog')

export function MembersPage() {
  const { role: own, account } = useSession()
  const can = useCan()
  const query = useQuery(membersQuery)
  const [isInviting, setIsInviting] = useState(false)
  const [removing, setRemoving] = useState<Member | null>(null)
  const [left, setLeft] = useState<LeftKeys>([])
  const owners = query.data?.filter(({ role }) => role === 'owner').length ?? 0
  const isLastOwner = ({ role }: Member) => role === 'owner' && owners === 1
  const mayChange = (member: Member) =>
    can('members') && !isLastOwner(member) && (member.role !== 'owner' || roleHas(own, 'owners'))
  return (
    <>
      <PageHead title="Members" about={`Users with access to ${account.name}`}>
        {can('members') && (
          <Button Icon={UserPlus} look="main" onClick={() => setIsInviting(true)}>
            Invite member
          </Button>
        )}
      </PageHead>
      <div className="flex flex-col gap-5">
        <ListCard
          label="Members"
          query={query}
          rows={query.data}
          empty={<EmptyState Icon={Users} title="No members" about="Invite someone to work with you." action={null} />}
        >
          {(member) => (
            <MemberRow
              member={member}
              choices={mayChange(member) ? roleOptions(own) : []}
              onRemove={
                mayChange(member) || (member.is_you && !isLastOwner(member)) ? () => setRemoving(member) : undefined
              }
            />
          )}
        </ListCard>
        {can('members') && <InvitationsCard />}
        {can('members') && <SingleSignOnCard />}
        <RolesCard />
      </div>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {removing !== null && <RemoveDialog member={removing} onLeft={setLeft} onClose={() => setRemoving(null)} />}
      {left.length > 0 && <LeftKeysDialog keys={left} onClose={() => setLeft([])} />}
    </>
  )
}
