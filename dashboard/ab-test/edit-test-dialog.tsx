import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { draftOf, type FilledTest, filledOf, weightsOf } from '../ab-tests/draft-test.ts'
import { TestForm } from '../ab-tests/test-form.tsx'
import { type FullTest, updateTest } from '../api/ab-tests.ts'
import { testsKey } from '../api/refresh.ts'
import { Modal } from '../parts/modal.tsx'

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
