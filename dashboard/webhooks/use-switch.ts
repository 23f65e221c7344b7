import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { updateWebhook, type Webhook, webhookQuery, webhooksKey } from '../api/webhooks.ts'

/** Enables or disables a webhook. The page updates immediately and reverts if the request fails. */
export function useSwitch({ id }: Webhook) {
  const queries = useQueryClient()
  const { queryKey } = webhookQuery(id)
  const mutationKey = ['webhook switch', id]
  const isLast = () => queries.isMutating({ mutationKey }) === 1
  const turn = useMutation({
    mutationKey,
    // A shared scope sends the requests in order, so the last one wins.
    scope: { id: `webhook ${id}` },
    mutationFn: (is_active: boolean) => updateWebhook(id, { is_active }),
    async onMutate(is_active) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      const anew = { disabled_reason: null, failing_since: null, paused_until: null }
      queries.setQueryData(queryKey, before && { ...before, ...anew, is_active })
      return before
    },
    onError(error, is_active, before) {
      if (isLast()) queries.setQueryData(queryKey, before)
      toast.error(`Could not ${is_active ? 'enable' : 'disable'} the webhook`, { description: messageOf(error) })
    },
    onSuccess(_webhook, is_active) {
      toast.success(is_active ? 'Webhook enabled' : 'Webhook disabled', {
        description: is_active ? 'Pending events are being sent.' : 'Events are not recorded or sent.',
        action: { label: 'Undo', onClick: () => turn.mutate(!is_active) },
      })
    },
    async onSettled() {
      // The webhook that is read does not have the states yet that are still being sent.
      if (isLast()) await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  return turn
}
