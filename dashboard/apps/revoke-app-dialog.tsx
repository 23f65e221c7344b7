import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { appsQuery, type ConnectedApp, revokeApp } from '../api/apps.ts'
import { Confirm } from '../parts/confirm.tsx'

/** Its tokens end at once, so it is asked first. */
export function RevokeAppDialog({ app: { id, client_name }, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const queries = useQueryClient()
  async function revoke() {
    await revokeApp(id)
    await queries.invalidateQueries({ queryKey: appsQuery.queryKey })
    onClose()
    toast.success(`${client_name} is out`)
  }
  return (
    <Confirm
      title={`Take access away from ${client_name}?`}
      about="It is refused from the next request on. To come back it has to ask you again."
      act="Revoke"
      onAct={revoke}
      onClose={onClose}
    />
  )
}
