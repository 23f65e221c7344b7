import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { endOtherSessions, endSession, type Session, sessionsQuery } from '../api/settings.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ListSkeleton, Loaded } from '../parts/loaded.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

/** The sessions of the user. An ended session disappears immediately and comes back if the request fails. */
export function SessionsCard() {
  const queries = useQueryClient()
  const query = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: (session: Session | null) => (session === null ? endOtherSessions() : endSession(session.id)),
    onMutate: async (session) => {
      await queries.cancelQueries({ queryKey: sessionsQuery.queryKey })
      const before = queries.getQueryData(sessionsQuery.queryKey)
      queries.setQueryData(sessionsQuery.queryKey, (old) =>
        old?.filter(({ id, is_current }) => is_current || (session !== null && id !== session.id)),
      )
      return before
    },
    onSuccess: (_, session) =>
      toast.success(session === null ? 'Signed out of all other sessions' : `Signed out of ${session.device}`),
    onError(failure, _session, before) {
      queries.setQueryData(sessionsQuery.queryKey, before)
      toast.error('Could not sign out', { description: messageOf(failure) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const hasOthers = query.data?.some(({ is_current }) => !is_current) === true
  return (
    <Card
      title="Sessions"
      aside={
        hasOthers && (
          <Button disabled={end.isPending} onClick={() => end.mutate(null)}>
            Sign out all other sessions
          </Button>
        )
      }
    >
      <Loaded query={query} waiting={<ListSkeleton rows={2} />}>
        {(data) => (
          <ul aria-label="Sessions" className="flex flex-col divide-y divide-line">
            {data.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session)} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

const SessionRow = ({ session, onEnd }: { session: Session; onEnd: () => void }) => (
  <li className="flex min-h-14 items-center justify-between gap-3 py-2">
    <div className="min-w-0">
      <p className="truncate">{session.device}</p>
      <p className="text-[13px] text-dim">
        Last active <RelativeTime at={session.last_seen_at} />
        <span className="max-sm:block">
          <span className="max-sm:hidden">, signed in </span>
          <span className="sm:hidden">Signed in </span>
          <RelativeTime at={session.created_at} />
        </span>
      </p>
    </div>
    {session.is_current ? (
      <span className="shrink-0 rounded-full bg-good-tint px-2 py-0.5 text-xs font-medium text-good">This session</span>
    ) : (
      <Button onClick={onEnd}>
        Sign out<span className="sr-only"> of {session.device}</span>
      </Button>
    )}
  </li>
)
