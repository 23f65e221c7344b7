import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SystemState } from '#schemas/system.ts'
import { Failure } from '../api/failure.ts'
import { readQuery } from '../api/pages.ts'
import { PageHead } from '../parts/page-head.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { BlocklistCard } from './blocklist-card.tsx'
import { DropsCard } from './drops-card.tsx'
import { ProblemsCard } from './problems-card.tsx'
import { ProcessesCard } from './processes-card.tsx'
import { QueuesCard } from './queues-card.tsx'
import { ReportsCard } from './reports-card.tsx'
import { StoresCard } from './stores-card.tsx'
import { SystemTiles } from './system-tiles.tsx'

const everyMs = 5_000

/** Polled while the page is visible. */
const systemQuery = queryOptions({
  ...readQuery<SystemState>(['system'], '/api/app/system'),
  refetchInterval: everyMs,
})

/** The health of the installation, for its owner. Refreshes automatically. */
export function SystemPage() {
  const query = useQuery(systemQuery)
  const { data, isError, error } = query
  if (query.isLoadingError) {
    const isForbidden = error instanceof Failure && error.status === 403
    return (
      <>
        <PageHead title="System" />
        <div className="card p-5">
          {isForbidden ? <p>Only the owner of this installation can view this page.</p> : <Trouble query={query} />}
        </div>
      </>
    )
  }
  return (
    <>
      <PageHead
        title="System"
        about={
          data === undefined ? (
            'Health of this installation'
          ) : (
            <>
              Waymark {data.version}, updated <RelativeTime at={data.at} />
              {isError && ' (not responding)'}
            </>
          )
        }
      />
      <div className={`grid grid-cols-1 gap-5 transition-opacity ${isError ? 'opacity-60' : ''}`}>
        <ProblemsCard problems={data?.problems} />
        {data !== undefined && data.reports.length > 0 && <ReportsCard reports={data.reports} />}
        <SystemTiles state={data} />
        <ProcessesCard state={data} />
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <div className="grid gap-5">
            <StoresCard stores={data?.stores} />
            {data !== undefined && <BlocklistCard blocklist={data.blocklist} />}
          </div>
          <QueuesCard state={data} />
        </div>
        <DropsCard state={data} />
      </div>
    </>
  )
}
