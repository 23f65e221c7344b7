import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { type FullExperiment, updateExperiment } from '../api/experiments.ts'
import { experimentsKey } from '../api/refresh.ts'
import { Modal } from '../parts/modal.tsx'
import { draftOf, type FilledExperiment, filledOf, weightsOf } from './draft.ts'
import { ExperimentForm } from './experiment-form.tsx'

const submits = [{ name: 'Save', value: 'save' }] as const

/** All of a draft; of a test that was started its weights. */
export function EditExperimentDialog({ full: { kind, test }, onClose }: { full: FullExperiment; onClose: () => void }) {
  const queries = useQueryClient()
  const [start] = useState(() => filledOf(test))
  const isDraft = test.status === 'draft'

  async function save(filled: FilledExperiment) {
    await updateExperiment(kind, test.id, isDraft ? draftOf(filled) : weightsOf(filled))
    await queries.invalidateQueries({ queryKey: experimentsKey })
    onClose()
    toast.success('Saved')
  }

  return (
    <Modal
      title={isDraft ? `Edit ${test.name}` : 'Change the weights'}
      {...(!isDraft && {
        about:
          'Visitors of a variant that gains stay with it; one that loses gives some away, who then meet another page.',
      })}
      onClose={onClose}
    >
      <ExperimentForm start={start} submits={submits} onlyWeights={!isDraft} onSubmit={save} />
    </Modal>
  )
}
