import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import { searchOf } from '../api/experiment-search.ts'
import { type AbTestKind, createTest, moveTest } from '../api/experiments.ts'
import { messageOf } from '../api/failure.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Modal } from '../parts/modal.tsx'
import { draftOf, emptyTest, type FilledTest } from './draft.ts'
import { TestForm } from './experiment-form.tsx'
import { type Target, TargetFields } from './target-fields.tsx'

const submits = [
  { name: 'Create and start', value: 'start' },
  { name: 'Save as a draft', value: 'draft' },
] as const

/** Leads to the new test. */
export function CreateTestDialog({ kind, onClose }: { kind: AbTestKind; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [start] = useState(emptyTest)
  const [target, setTarget] = useState<Target>({ kind, isOwn: false, id: null, alias: '' })

  async function create(filled: FilledTest, submit: string) {
    const { test } = await createTest(target.kind, { ...draftOf(filled), ...addressOf(target) })
    // The test is there now, whatever becomes of its start.
    if (submit === 'start') {
      await moveTest(target.kind, test.id, 'start').catch((error: unknown) =>
        toast.error('The test is a draft: it did not start', { description: messageOf(error) }),
      )
    }
    onClose()
    await navigate({ to: '/ab-tests/$id', params: { id: test.id }, search: searchOf(target.kind) })
    await refreshLinked(queries)
  }

  return (
    <Modal
      title="Create an A/B test"
      about="Every visitor is led to one variant, and always to the same."
      onClose={onClose}
    >
      <TestForm start={start} submits={submits} canSend={!target.isOwn || target.id !== null} onSubmit={create}>
        {(errorOf) => <TargetFields target={target} onChange={setTarget} errorOf={errorOf} />}
      </TestForm>
    </Modal>
  )
}

function addressOf({ kind, isOwn, id, alias }: Target) {
  if (isOwn) return id === null ? {} : kind === 'url' ? { primary_url_id: id } : { qr_code_id: id }
  return alias.trim() === '' ? {} : { short_code: alias.trim() }
}
