import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { type Connection, connect, connectionsQuery, disconnect } from '../api/single-sign-on.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

const Confirm = lazyPart(() => import('../parts/confirm.tsx'), 'Confirm')

/** Providers that can sign in the user. Hidden where there is none. */
export function ConnectionsCard() {
  const { data } = useQuery(connectionsQuery)
  const queries = useQueryClient()
  const { account, is_single_sign_on } = useSession()
  const [removing, setRemoving] = useState<Connection | null>(null)
  const start = useMutation({
    mutationFn: connect,
    onSuccess: ({ url }) => location.assign(url),
    onError: (failure) => toast.error('Could not connect', { description: messageOf(failure) }),
  })
  if (data === undefined || (!data.is_available && data.connections.length === 0)) return null
  const isConnected = data.connections.some(({ account_id }) => account_id === account.id)
  const canConnect = data.is_available && !isConnected && !is_single_sign_on
  return (
    <Card
      title="Single sign-on"
      aside={
        canConnect && (
          <Button disabled={start.isPending} onClick={() => start.mutate()}>
            Connect
          </Button>
        )
      }
    >
      {data.connections.length === 0 ? (
        <p className="text-dim">Connect to the provider of {account.name} to sign in with it.</p>
      ) : (
        <ul aria-label="Connections" className="flex flex-col divide-y divide-line">
          {data.connections.map((connection) => (
            <Row key={connection.id} connection={connection} onRemove={() => setRemoving(connection)} />
          ))}
        </ul>
      )}
      {removing !== null && (
        <Confirm
          title={`Disconnect ${removing.account_name}?`}
          about="Browsers where you signed in with it are signed out. You can connect it again at any time."
          act="Disconnect"
          onAct={async () => {
            await disconnect(removing.id)
            await queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })
            await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
          }}
          done="Disconnected"
          onClose={() => setRemoving(null)}
        />
      )}
    </Card>
  )
}

const Row = ({ connection, onRemove }: { connection: Connection; onRemove: () => void }) => (
  <li className="flex min-h-14 items-center justify-between gap-3 py-2">
    <div className="min-w-0">
      <p className="truncate">{connection.account_name}</p>
      <p className="truncate text-[13px] text-dim">{connection.issuer}</p>
      <p className="text-[13px] text-dim">
        {connection.last_used_at === null ? (
          'Never used'
        ) : (
          <>
            Last used <RelativeTime at={connection.last_used_at} />
          </>
        )}
      </p>
    </div>
    <Button onClick={onRemove}>
      Disconnect<span className="sr-only"> {connection.account_name}</span>
    </Button>
  </li>
)
