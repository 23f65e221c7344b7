import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { appsQuery, type ConnectedApp, revokeApp } from '../api/apps.ts'
import { messageOf } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'

/** Its tokens end at once, so it is asked first. */
export function RevokeAppDialog({ app: { id, client_name }, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => revokeApp(id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: appsQuery.queryKey })
      onClose()
      toast.success(`${client_name} is out`)
    },
  })
  return (
    <Modal
      title={`Take access away from ${client_name}?`}
      about="It is refused from the next request on. To come back it has to ask you again."
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
