import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import { searchOf } from '../api/experiment-search.ts'
import { createExperiment, type ExperimentKind, moveExperiment } from '../api/experiments.ts'
import { messageOf } from '../api/failure.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Modal } from '../parts/modal.tsx'
import { useIsThere } from '../parts/use-is-there.ts'
import { draftOf, emptyExperiment, type FilledExperiment, type Target, targetFields } from './draft.ts'
import { ExperimentForm } from './experiment-form.tsx'
import { TargetFields } from './target-fields.tsx'

const submits = [
  { name: 'Create and start', value: 'start' },
  { name: 'Save as draft', value: 'draft' },
] as const

interface CreateProps {
  kind: ExperimentKind
  /** An existing link or QR code to start with. */
  tested?: string
  onClose: () => void
}

export function CreateExperimentDialog({ kind, tested, onClose }: CreateProps) {
  const isThere = useIsThere()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [start] = useState(() => emptyExperiment(kind, tested))

  async function create(filled: FilledExperiment, submit: string) {
    const { target } = filled
    const { test } = await createExperiment(target.kind, { ...draftOf(filled), ...membersOf(target) })
    // The test has been created even if it cannot be started.
    if (submit === 'start') {
      await moveExperiment(target.kind, test.id, 'start').catch((error: unknown) =>
        toast.error('Test saved as a draft, but not started', { description: messageOf(error) }),
      )
    }
    void refreshLinked(queries)
    if (!isThere.current) return void toast.success(`${test.name} created`)
    onClose()
    void navigate({ to: '/ab-tests/$id', params: { id: test.id }, search: searchOf(target.kind) })
  }

  return (
    <Modal
      title="Create A/B test"
      about="Each visitor is sent to one variant and always sees the same one."
      onClose={onClose}
    >
      <ExperimentForm
        start={start}
        draft={tested === undefined ? 'new-experiment' : `new-experiment of ${tested}`}
        submits={submits}
        onSubmit={create}
      >
        {(part) => <TargetFields {...part} />}
      </ExperimentForm>
    </Modal>
  )
}

function membersOf({ kind, isOwn, id, alias }: Target) {
  if (isOwn) return id === null ? {} : { [targetFields[kind]]: id }
  return alias.trim() === '' ? {} : { short_code: alias.trim() }
}
