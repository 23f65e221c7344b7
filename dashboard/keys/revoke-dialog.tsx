import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { type ApiKey, keysQuery, revokeKey } from '../api/keys.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'

/** It works at once and for good, so it is asked first. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      onClose()
      toast.success(`${apiKey.name} is revoked`)
    },
  })
  return (
    <Modal
      title={`Revoke ${apiKey.name}?`}
      about="Whatever uses this key is refused from the next request on. This cannot be undone."
      onClose={onClose}
    >
      {revoke.isError && (
        <p role="alert" className="mb-4 rounded-md bg-bad-tint px-3 py-2 text-bad">
          {messageOf(revoke.error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="bad" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke
        </Button>
      </div>
    </Modal>
  )
}
