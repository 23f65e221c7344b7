import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { updateWebhook, type Webhook, webhookQuery, webhooksKey } from '../api/webhooks.ts'
import { inOrder, usePending } from '../parts/in-order.ts'

const keyOf = (id: string) => ['webhook', id]
const anew = { disabled_reason: null, failing_since: null, paused_until: null }

/** The webhook with the state that is being saved. */
export function useShownWebhook(id: string, webhook: Webhook | undefined): Webhook | undefined {
  const is_active = usePending<boolean>(keyOf(id)).at(-1)
  return is_active === undefined || webhook === undefined ? webhook : { ...webhook, ...anew, is_active }
}

/** Enables or disables a webhook. */
export function useSwitch({ id }: Webhook) {
  const queries = useQueryClient()
  const { queryKey } = webhookQuery(id)
  const turn = useMutation({
    ...inOrder(keyOf(id)),
    mutationFn: (is_active: boolean) => updateWebhook(id, { is_active }),
    async onSuccess(webhook, is_active) {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, webhook)
      toast.success(is_active ? 'Webhook enabled' : 'Webhook disabled', {
        description: is_active ? 'Pending events are being sent.' : 'Events are not recorded or sent.',
        action: { label: 'Undo', onClick: () => turn.mutate(!is_active) },
      })
    },
    onError: (error, is_active) =>
      toast.error(`Could not ${is_active ? 'enable' : 'disable'} the webhook`, { description: messageOf(error) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: webhooksKey }),
  })
  return turn
}
