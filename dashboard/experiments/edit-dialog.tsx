import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { type FullTest, updateTest } from '../api/experiments.ts'
import { testsKey } from '../api/refresh.ts'
import { Modal } from '../parts/modal.tsx'
import { draftOf, type FilledTest, filledOf, weightsOf } from './draft.ts'
import { TestForm } from './experiment-form.tsx'

const submits = [{ name: 'Save', value: 'save' }] as const

/** All of a draft; of a test that was started its weights. */
export function EditTestDialog({ full: { kind, test }, onClose }: { full: FullTest; onClose: () => void }) {
  const queries = useQueryClient()
  const [start] = useState(() => filledOf(test))
  const isDraft = test.status === 'draft'

  async function save(filled: FilledTest) {
    await updateTest(kind, test.id, isDraft ? draftOf(filled) : weightsOf(filled))
    await queries.invalidateQueries({ queryKey: testsKey })
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
      <TestForm start={start} submits={submits} onlyWeights={!isDraft} onSubmit={save} />
    </Modal>
  )
}
