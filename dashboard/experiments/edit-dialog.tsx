import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { type FullExperiment, updateExperiment } from '../api/experiments.ts'
import { refreshLinked } from '../api/refresh.ts'
import { changedMembers } from '../parts/draft-changes.ts'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { draftOf, type FilledExperiment, filledOf, weightsOf } from './draft.ts'
import { ExperimentForm } from './experiment-form.tsx'

const submits = [{ name: 'Save', value: 'save' }] as const

/** Edits all of a draft, but only the weights of a started test. */
export function EditExperimentDialog({ full: { kind, test }, onClose }: { full: FullExperiment; onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const [start] = useState(() => filledOf(test))
  const isDraft = test.status === 'draft'

  async function save(filled: FilledExperiment) {
    const bodyOf = isDraft ? draftOf : weightsOf
    // Only what was changed, so that saving does not revert what others change in the meantime.
    const changes = changedMembers(bodyOf(filled), bodyOf(start))
    if (Object.keys(changes).length > 0) await updateExperiment(kind, test.id, changes)
    await refreshLinked(queries)
    close()
    toast.success('Test saved')
  }

  return (
    <Modal
      title={isDraft ? `Edit ${test.name}` : 'Edit weights'}
      {...(!isDraft && {
        about: 'Raising the weight of a variant keeps its visitors. Lowering it moves some of them to another variant.',
      })}
      onClose={onClose}
    >
      <ExperimentForm
        start={start}
        draft={`experiment ${test.id}`}
        submits={submits}
        onlyWeights={!isDraft}
        onSubmit={save}
      />
    </Modal>
  )
}
