import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type ExperimentStatus, experimentQuery, type FullExperiment, moveExperiment } from '../api/experiments.ts'
import { messageOf } from '../api/failure.ts'
import { experimentsKey } from '../api/refresh.ts'
import { inOrder, usePending } from '../parts/in-order.ts'

export type Move = 'start' | 'pause' | 'resume'
const after: Record<Move, ExperimentStatus> = { start: 'running', pause: 'paused', resume: 'running' }
const said: Record<Move, { title: string; description: string }> = {
  start: { title: 'Test started', description: 'Each visitor is now sent to one of the variants.' },
  pause: { title: 'Test paused', description: 'Visitors now go to the link’s destination.' },
  resume: { title: 'Test resumed', description: 'Visitors see the same variant as before.' },
}
/** The move that undoes another. A start cannot be undone. */
const undoing: Partial<Record<Move, Move>> = { pause: 'resume', resume: 'pause' }

const keyOf = (id: string) => ['experiment', id]

/** For requests that need the state that the moves before them leave. */
export const afterMoves = (id: string) => ({ scope: inOrder(keyOf(id)).scope })

/** The test with the state that is being saved. */
export function useMoved(id: string, full: FullExperiment | undefined): FullExperiment | undefined {
  const which = usePending<Move>(keyOf(id)).at(-1)
  return which === undefined || full === undefined ? full : moved(full, which)
}

function moved({ test, ...rest }: FullExperiment, which: Move): FullExperiment {
  const now = new Date().toISOString()
  const paused_at = which === 'pause' ? now : null
  return { ...rest, test: { ...test, started_at: test.started_at ?? now, paused_at, status: after[which] } }
}

/** Starts, pauses or resumes a test. */
export function useMove({ kind, test: { id } }: FullExperiment) {
  const queries = useQueryClient()
  const { queryKey } = experimentQuery(id, kind)
  const move = useMutation({
    ...inOrder(keyOf(id)),
    mutationFn: (which: Move) => moveExperiment(kind, id, which),
    async onSuccess(_reply, which) {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<FullExperiment>(queryKey, (old) => old && moved(old, which))
      const { title, description } = said[which]
      const back = undoing[which]
      toast.success(title, {
        description,
        ...(back !== undefined && { action: { label: 'Undo', onClick: () => move.mutate(back) } }),
      })
    },
    onError: (error) => toast.error('Could not update the test', { description: messageOf(error) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: experimentsKey }),
  })
  return move
}
