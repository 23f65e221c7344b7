import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pause, Play, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ImportRecord } from '#schemas/imports.ts'
import {
  deleteImport,
  importQuery,
  importsKey,
  importsQuery,
  isRunning,
  pauseImport,
  resumeImport,
} from '../api/imports.ts'
import { refreshLinked } from '../api/refresh.ts'
import { useCan } from '../api/rights.ts'
import { count } from '../format/numbers.ts'
import { BackLink } from '../parts/back-link.tsx'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { showImported } from '../parts/delete-later.ts'
import { PageHead } from '../parts/page-head.tsx'
import { StatePill } from '../parts/pill.tsx'
import { Progress } from '../parts/progress.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { isUnavailable, TroublePage } from '../parts/trouble.tsx'
import { useRemoval } from '../parts/use-removal.ts'
import { useSending } from '../parts/use-sending.ts'
import { importStates, sourceNames, titleOf } from './import-names.ts'
import { ImportReport } from './import-report.tsx'
import { ImportReview } from './import-review.tsx'
import { VerificationCard } from './verification-card.tsx'

const route = getRouteApi('/imports/$id')

/** One import: what its file contains, its progress, and the result of each link. */
export function ImportPage() {
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { isKept, remove } = useRemoval(id, {
    request: () => deleteImport(id),
    leave: () => navigate({ to: '/imports' }),
    refresh: () => queries.invalidateQueries({ queryKey: importsQuery.queryKey }),
  })
  const query = useQuery({ ...importQuery(id), enabled: isKept })
  const status = query.data?.status
  useEffect(() => {
    if (status === undefined) return
    for (const about of [['list'], ['items', id]])
      void queries.invalidateQueries({ queryKey: [...importsKey, ...about] })
    if (status === 'analyzing' || status === 'ready') return
    showImported()
    void refreshLinked(queries)
  }, [status, id, queries])
  const back = <BackLink to="/imports">Imports</BackLink>
  if (isUnavailable(query))
    return <TroublePage title="Import" missing="This import does not exist" back={back} query={query} />
  if (query.data === undefined)
    return (
      <>
        {back}
        <PageHead title="Import" />
        <div aria-hidden className="skeleton h-64" />
      </>
    )
  return (
    <>
      {back}
      <ImportHead run={query.data} onDelete={remove} />
      <div className="grid gap-5">
        <State run={query.data} />
        <ImportReview run={query.data} />
        <VerificationCard run={query.data} />
        <ImportReport run={query.data} />
      </div>
    </>
  )
}

function ImportHead({ run, onDelete }: { run: ImportRecord; onDelete: () => Promise<void> }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const can = useCan()
  return (
    <PageHead title={titleOf(run)} about={run.base_url ?? sourceNames[run.source]}>
      <StatePill states={importStates} state={run.status} />
      {can('edit') && (
        <Button Icon={Trash2} onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      )}
      {isDeleting && (
        <Confirm
          title="Delete this import?"
          about="The import stops, and its report is deleted. Links that it created are kept. This cannot be undone."
          act="Delete import"
          done="Import deleted"
          onAct={onDelete}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </PageHead>
  )
}

/** Progress while the import runs, or why it failed. */
function State({ run }: { run: ImportRecord }) {
  const queries = useQueryClient()
  const { failure, isSending, props } = useSending(async () => {
    queries.setQueryData(importQuery(run.id).queryKey, await (isRunning(run) ? pauseImport : resumeImport)(run.id))
  })
  const mayEdit = useCan()('edit')
  if (run.status === 'failed')
    return (
      <Card title="The import failed">
        <p role="alert" className="wrap-anywhere">
          {run.error}
        </p>
      </Card>
    )
  if (!isRunning(run) && run.status !== 'paused') return null
  const { done, total } = run.progress
  return (
    <Card title={importStates[run.status].name}>
      <form className="flex flex-col gap-3" {...props}>
        {failure !== null && <Refusal failure={failure} />}
        {run.status === 'analyzing' ? (
          <p className="text-dim">
            No links are created before all of them have been checked. Found so far: {count(run.analysis.found)}.
          </p>
        ) : (
          <>
            <Progress label="Processed links" value={done} total={total} />
            {run.analysis.visits > 0 && (
              <Progress label="Stored visits" value={run.result.visits} total={run.analysis.visits} />
            )}
          </>
        )}
        {mayEdit && (
          <Button type="submit" Icon={isRunning(run) ? Pause : Play} className="self-start" disabled={isSending}>
            {isRunning(run) ? 'Pause' : 'Resume'}
          </Button>
        )}
      </form>
    </Card>
  )
}
