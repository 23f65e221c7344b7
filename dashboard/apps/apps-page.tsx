import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { appsQuery, type ConnectedApp, revokeApp } from '../api/apps.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { AppRow } from './app-row.tsx'
import { ConnectCard, mcpUrl } from './connect-card.tsx'

const Confirm = lazyPart(() => import('../parts/confirm.tsx'), 'Confirm')

export function AppsPage() {
  const queries = useQueryClient()
  const query = useQuery(appsQuery)
  const [revoking, setRevoking] = useState<ConnectedApp | null>(null)
  return (
    <>
      <PageHead title="Apps" about="Connected apps and AI agents" />
      <div className="flex flex-col gap-5">
        <ListCard
          label="Connected apps"
          query={query}
          rows={query.data}
          empty={
            <EmptyState
              Icon={AppWindow}
              title="Your connected apps will appear here"
              about="Add the MCP URL to an agent and allow access. Its permissions appear here, and you can revoke them at any time."
              action={<CopyButton text={mcpUrl} label="Copy MCP URL" words />}
            />
          }
        >
          {(app) => <AppRow app={app} onRevoke={() => setRevoking(app)} />}
        </ListCard>
        {/* Rows are of any height, so what follows them waits for them. */}
        {!query.isPending && <ConnectCard />}
      </div>
      {revoking !== null && (
        <Confirm
          title={`Revoke access for ${revoking.client_name}?`}
          about="The app loses access immediately. To reconnect, it has to ask for your permission again."
          act="Revoke access"
          onAct={async () => {
            await revokeApp(revoking.id)
            await queries.invalidateQueries({ queryKey: appsQuery.queryKey })
          }}
          done={`Access revoked for ${revoking.client_name}`}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}
