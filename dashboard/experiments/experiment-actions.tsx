import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Flag, History, type LucideIcon, Pause, Pencil, Play, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { searchOf } from '../api/experiment-search.ts'
import { deleteExperiment, type ExperimentStatus, experimentQuery, type FullExperiment } from '../api/experiments.ts'
import { experimentsKey, refreshLinked } from '../api/refresh.ts'
import { Button } from '../parts/button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { watchPage } from '../parts/watch-page.ts'
import { afterMoves, type Move, useMove } from './use-move.ts'

const CompleteDialog = lazyPart(() => import('./complete-dialog.tsx'), 'CompleteDialog')
const Confirm = lazyPart(() => import('../parts/confirm.tsx'), 'Confirm')
const EditExperimentDialog = lazyPart(() => import('./edit-dialog.tsx'), 'EditExperimentDialog')
const ObjectHistory = lazyPart(() => import('../history/object-history.tsx'), 'ObjectHistory')

const nextMoves: Partial<Record<ExperimentStatus, { move: Move; name: string; Icon: LucideIcon }>> = {
  draft: { move: 'start', name: 'Start', Icon: Play },
  running: { move: 'pause', name: 'Pause', Icon: Pause },
  paused: { move: 'resume', name: 'Resume', Icon: Play },
}
export function ExperimentActions({ full }: { full: FullExperiment }) {
  const [open, setOpen] = useState<'complete' | 'delete' | 'edit' | 'history' | null>(null)
  const move = useMove(full)
  const { kind, test } = full
  const { id, status, name } = test
  const next = nextMoves[status]
  const remove = useRemove(full)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      {next !== undefined && (
        <Button
          Icon={next.Icon}
          look={status === 'draft' ? 'main' : 'quiet'}
          // The first click of a double click changes the button below the second one.
          onClick={({ detail }) => detail < 2 && move.mutate(next.move)}
        >
          {next.name}
        </Button>
      )}
      {(status === 'running' || status === 'paused') && (
        <Button Icon={Flag} look={status === 'running' ? 'main' : 'quiet'} onClick={() => setOpen('complete')}>
          Complete
        </Button>
      )}
      {status !== 'completed' && (
        <Button onClick={() => setOpen('edit')}>
          {status === 'draft' ? <Pencil aria-hidden size={15} /> : <SlidersHorizontal aria-hidden size={15} />}
          {status === 'draft' ? 'Edit' : 'Edit weights'}
        </Button>
      )}
      <Button Icon={History} onClick={() => setOpen('history')}>
        History
      </Button>
      {status !== 'running' && (
        <Button Icon={Trash2} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'complete' && <CompleteDialog full={full} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${name}?`}
          about="Its results and conversions are deleted. This cannot be undone. The link keeps working, and visitors go to its destination."
          act="Delete"
          onAct={remove}
          done={`${name} deleted`}
          onClose={close}
        />
      )}
      {open === 'edit' && <EditExperimentDialog full={full} onClose={close} />}
      {open === 'history' && (
        <ObjectHistory
          subject={{ path: `/${kind}-ab-tests/${id}`, queryKey: experimentsKey }}
          noun="A/B test"
          isOpen={status !== 'completed'}
          onClose={close}
        />
      )}
    </div>
  )
}

function useRemove({ kind, test: { id } }: FullExperiment) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const request = useMutation({ ...afterMoves(id), mutationFn: () => deleteExperiment(kind, id) })
  return async () => {
    const isStillHere = watchPage()
    await request.mutateAsync()
    if (isStillHere()) await navigate({ to: '/ab-tests', search: searchOf(kind) })
    queries.removeQueries({ queryKey: experimentQuery(id, kind).queryKey })
    await refreshLinked(queries)
  }
}
