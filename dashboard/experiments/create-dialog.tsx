import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import { searchOf } from '../api/experiment-search.ts'
import { createExperiment, type ExperimentKind, moveExperiment } from '../api/experiments.ts'
import { messageOf } from '../api/failure.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Modal } from '../parts/modal.tsx'
import { draftOf, emptyExperiment, type FilledExperiment } from './draft.ts'
import { ExperimentForm } from './experiment-form.tsx'
import { type Target, TargetFields } from './target-fields.tsx'

const submits = [
  { name: 'Create and start', value: 'start' },
  { name: 'Save as draft', value: 'draft' },
] as const

export function CreateExperimentDialog({ kind, onClose }: { kind: ExperimentKind; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [start] = useState(emptyExperiment)
  const [target, setTarget] = useState<Target>({ kind, isOwn: false, id: null, alias: '' })

  async function create(filled: FilledExperiment, submit: string) {
    const { test } = await createExperiment(target.kind, { ...draftOf(filled), ...membersOf(target) })
    // The test has been created even if it cannot be started.
    if (submit === 'start') {
      await moveExperiment(target.kind, test.id, 'start').catch((error: unknown) =>
        toast.error('Test saved as a draft, but not started', { description: messageOf(error) }),
      )
    }
    onClose()
    await navigate({ to: '/ab-tests/$id', params: { id: test.id }, search: searchOf(target.kind) })
    await refreshLinked(queries)
  }

  return (
    <Modal
      title="Create A/B test"
      about="Each visitor is sent to one variant and always sees the same one."
      onClose={onClose}
    >
      <ExperimentForm start={start} submits={submits} canSend={!target.isOwn || target.id !== null} onSubmit={create}>
        {(errorOf) => <TargetFields target={target} onChange={setTarget} errorOf={errorOf} />}
      </ExperimentForm>
    </Modal>
  )
}

function membersOf({ kind, isOwn, id, alias }: Target) {
  if (isOwn) return id === null ? {} : kind === 'url' ? { primary_url_id: id } : { qr_code_id: id }
  return alias.trim() === '' ? {} : { short_code: alias.trim() }
}
