import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from 'sonner'
import { searchOf } from '../api/experiment-search.ts'
import { deleteExperiment, experimentQuery, type FullExperiment } from '../api/experiments.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Confirm } from '../parts/confirm.tsx'

export function DeleteExperimentDialog({
  full: { kind, test },
  onClose,
}: {
  full: FullExperiment
  onClose: () => void
}) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  async function remove() {
    await deleteExperiment(kind, test.id)
    await navigate({ to: '/ab-tests', search: searchOf(kind) })
    queries.removeQueries({ queryKey: experimentQuery(test.id, kind).queryKey })
    toast.success(`${test.name} is deleted`)
    await refreshLinked(queries)
  }
  return (
    <Confirm
      title={`Delete ${test.name}?`}
      about="Its figures and its conversions go with it. The short URL stays, and leads where it leads without the test."
      act="Delete"
      onAct={remove}
      onClose={onClose}
    />
  )
}
