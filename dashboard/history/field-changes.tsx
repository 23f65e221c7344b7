import { useQuery } from '@tanstack/react-query'
import type { FieldChange } from '#schemas/history.ts'
import { campaignNamesQuery, nameOfCampaign } from '../api/campaign-names.ts'
import { historyLabel, historyValue, linesOf } from './history-text.ts'

/** Fields with their values before and after. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  const hasCampaign = changes.some(({ field }) => field === 'campaign_id')
  const { data } = useQuery({ ...campaignNamesQuery, enabled: hasCampaign })
  const text = (field: string, value: unknown) => historyValue(field, value, (id) => nameOfCampaign(data, id))
  return (
    <dl className="flex flex-col gap-1.5">
      {linesOf(changes).map(({ field, before, after }) => (
        <div key={field} className="min-w-0">
          <dt className="text-[13px] text-dim">{historyLabel(field)}</dt>
          <dd className="break-words">
            <del className="text-dim">{text(field, before)}</del> <span aria-hidden>→</span>
            <span className="sr-only">to</span> <ins className="no-underline">{text(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
