import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { appsQuery, type ConnectedApp } from '../api/apps.ts'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { AppRow } from './app-row.tsx'
import { ConnectCard } from './connect-card.tsx'
import { NoApps } from './no-apps.tsx'

const RevokeAppDialog = lazy(async () => ({ default: (await import('./revoke-app-dialog.tsx')).RevokeAppDialog }))

/** Which programs may act here by OAuth, and how an agent becomes one of them. */
export function AppsPage() {
  const { data, isError, error, refetch } = useQuery(appsQuery)
  const [revoking, setRevoking] = useState<ConnectedApp | null>(null)
  return (
    <>
      <PageHead title="Connected apps" about="Programs that you let in, and the way in for agents" />
      <div className="flex flex-col gap-5">
        <div className="card">
          {isError && data === undefined ? (
            <div className="p-5">
              <Trouble error={error} onRetry={() => void refetch()} />
            </div>
          ) : data === undefined ? (
            <div className="p-4">
              <ListSkeleton rows={4} />
            </div>
          ) : data.length === 0 ? (
            <NoApps />
          ) : (
            <ul aria-label="Connected apps">
              {data.map((app) => (
                <li key={app.id} className="border-b border-line last:border-b-0">
                  <AppRow app={app} onRevoke={() => setRevoking(app)} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <ConnectCard />
      </div>
      <Suspense>{revoking !== null && <RevokeAppDialog app={revoking} onClose={() => setRevoking(null)} />}</Suspense>
    </>
  )
}
