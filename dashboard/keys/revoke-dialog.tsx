import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type ApiKey, keysQuery, revokeKey } from '../api/keys.ts'
import { Confirm } from '../parts/confirm.tsx'

/** It works at once and for good, so it is asked first. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient()
  async function revoke() {
    await revokeKey(apiKey.id)
    await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
    onClose()
    toast.success(`${apiKey.name} is revoked`)
  }
  return (
    <Confirm
      title={`Revoke ${apiKey.name}?`}
      about="Whatever uses this key is refused from the next request on. This cannot be undone."
      act="Revoke"
      onAct={revoke}
      onClose={onClose}
    />
  )
}
