import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Invitation, invitationsQuery, revokeInvitation } from '../api/members.ts'
import { capitalized } from '../format/names.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListSkeleton, Loaded } from '../parts/loaded.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

const Confirm = lazyPart(() => import('../parts/confirm.tsx'), 'Confirm')

export function InvitationsCard() {
  const queries = useQueryClient()
  const query = useQuery(invitationsQuery)
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  return (
    <Card title="Open invitations">
      <Loaded query={query} waiting={<ListSkeleton rows={2} />}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="text-dim">No open invitations.</p>
          ) : (
            <ul aria-label="Open invitations" className="flex flex-col divide-y divide-line">
              {invitations.map((invitation) => (
                <Row key={invitation.id} invitation={invitation} onRevoke={() => setRevoking(invitation)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {revoking !== null && (
        <Confirm
          title={`Revoke the invitation for ${nameOf(revoking)}?`}
          about="Its link stops working immediately. You can create a new invitation at any time."
          act="Revoke"
          onAct={async () => {
            await revokeInvitation(revoking.id)
            await queries.invalidateQueries({ queryKey: invitationsQuery.queryKey })
          }}
          done="Invitation revoked"
          onClose={() => setRevoking(null)}
        />
      )}
    </Card>
  )
}

const nameOf = ({ email }: Invitation) => email ?? 'anyone with the link'

const Row = ({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) => (
  <li className="flex min-h-14 items-center justify-between gap-3 py-2">
    <div className="min-w-0">
      <p className="truncate">{invitation.email ?? 'Anyone with the link'}</p>
      <p className="text-[13px] text-dim">
        {capitalized(invitation.role)}, invited by {invitation.invited_by ?? 'the command line'}, expires{' '}
        <RelativeTime at={invitation.expires_at} />
      </p>
    </div>
    <Button onClick={onRevoke}>
      Revoke<span className="sr-only"> the invitation for {nameOf(invitation)}</span>
    </Button>
  </li>
)
