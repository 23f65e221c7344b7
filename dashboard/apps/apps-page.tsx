import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { appsQuery, type ConnectedApp, revokeApp } from '../api/apps.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { AppRow } from './app-row.tsx'
import { ConnectCard, mcpUrl } from './connect-card.tsx'

const Confirm = lazyPart(() => import('../parts/confirm.tsx'), 'Confirm')

/** Which programs may act here by OAuth, and how an agent becomes one of them. */
export function AppsPage() {
  const queries = useQueryClient()
  const query = useQuery(appsQuery)
  const [revoking, setRevoking] = useState<ConnectedApp | null>(null)
  return (
    <>
      <PageHead title="Connected apps" about="Programs that you let in, and the way in for agents" />
      <div className="flex flex-col gap-5">
        <ListCard label="Connected apps" query={query} rows={query.data} empty={<NoApps />}>
          {(app) => <AppRow app={app} onRevoke={() => setRevoking(app)} />}
        </ListCard>
        <ConnectCard />
      </div>
      {revoking !== null && (
        <Confirm
          title={`Take access away from ${revoking.client_name}?`}
          about="It is refused from the next request on. To come back it has to ask you again."
          act="Revoke"
          onAct={async () => {
            await revokeApp(revoking.id)
            await queries.invalidateQueries({ queryKey: appsQuery.queryKey })
          }}
          done={`${revoking.client_name} is out`}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}

const NoApps = () => (
  <Nothing action={<CopyButton text={mcpUrl} label="Copy the MCP address" words />}>
    Give an agent the address below, and allow it what it asks for: it stands here then, with what it may do, until you
    take that back.
  </Nothing>
)
