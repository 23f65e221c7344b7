import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type HistoryEntry, type HistorySubject, rollBack, rollbackQuery } from '../api/history.ts'
import { refreshLinked } from '../api/refresh.ts'
import { fullMoment } from '../format/days.ts'
import { Button } from '../parts/button.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { Modal } from '../parts/modal.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { useSending } from '../parts/use-sending.ts'
import { FieldChanges } from './field-changes.tsx'
import { historyLabel } from './history-text.ts'

interface RollBackDialogProps {
  subject: HistorySubject
  noun: string
  /** The state before this change is restored. */
  entry: HistoryEntry
  newest: HistoryEntry
  onClose: () => void
}

/** Shows what a rollback changes, and asks for confirmation. */
export function RollBackDialog({ subject, noun, entry, newest, onClose }: RollBackDialogProps) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const request = { entry_id: entry.id, expected_entry_id: newest.id }
  const { failure, isSending, props } = useSending(async () => {
    try {
      await rollBack(subject, request)
      close()
      toast.success(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} rolled back`)
    } finally {
      await refreshLinked(queries)
    }
  })
  // After the rollback the history has changed since `newest`, so a refresh of the plan would be refused.
  const plan = useQuery({ ...rollbackQuery(subject, request), enabled: !isSending })
  const refused = failure ?? plan.error
  const { restored = [], not_restored = [] } = plan.data ?? {}
  return (
    <Modal
      title="Roll back"
      about={`Restores the state before the change of ${fullMoment(new Date(entry.at))}.`}
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" {...props}>
        {refused !== null && <Refusal failure={refused} />}
        {plan.isPending && <ListSkeleton rows={2} />}
        <FieldChanges changes={restored} />
        {plan.isSuccess && restored.length === 0 && <p className="text-dim">Nothing to restore.</p>}
        {not_restored.length > 0 && <p className="text-dim">{explain(not_restored)}</p>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" disabled={isSending || restored.length === 0}>
            Roll back
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Why fields keep their present values. */
function explain(fields: readonly string[]): string {
  if (fields.includes('password')) return 'The previous password cannot be restored. Set a new one afterwards.'
  if (fields.includes('content_data')) return 'The previous content is not kept, so it cannot be restored.'
  return `The test has started, so these cannot be restored: ${fields.map(historyLabel).join(', ')}.`
}
