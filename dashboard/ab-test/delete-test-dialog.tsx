import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from 'sonner'
import { deleteTest, type FullTest, testQuery, testsKey } from '../api/ab-tests.ts'
import { linksKey } from '../api/links.ts'
import { searchOf } from '../api/test-search.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'
import { Refusal } from '../parts/refusal.tsx'

export function DeleteTestDialog({ full: { kind, test }, onClose }: { full: FullTest; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => deleteTest(kind, test.id),
    async onSuccess() {
      await navigate({ to: '/ab-tests', search: searchOf(kind) })
      queries.removeQueries({ queryKey: testQuery(test.id, kind).queryKey })
      toast.success(`${test.name} is deleted`)
      await Promise.all([testsKey, linksKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  return (
    <Modal
      title={`Delete ${test.name}?`}
      about="Its figures and its conversions go with it. The short URL stays, and leads where it leads without the test."
      onClose={onClose}
    >
      {remove.isError && (
        <div className="mb-4">
          <Refusal failure={remove.error} />
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="bad" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </div>
    </Modal>
  )
}
