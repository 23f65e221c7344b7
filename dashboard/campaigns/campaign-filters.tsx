import { useEffect, useState } from 'react'
import type { CampaignStatus } from '#schemas/campaigns.ts'
import { campaignStatusNames } from '../api/campaign-status.ts'
import { SearchField } from '../parts/search-field.tsx'
import { Segments } from '../parts/segments.tsx'
import { useSettled } from '../parts/settled.ts'
import { PeriodSwitch } from '../report/period-switch.tsx'
import type { CampaignSearch } from './campaign-search.ts'

const statuses = [
  { value: 'all', name: 'All' },
  ...(Object.entries(campaignStatusNames) as [CampaignStatus, string][]).map(([value, name]) => ({ value, name })),
] as const

interface CampaignFiltersProps {
  search: CampaignSearch
  onChange: (change: CampaignSearch) => void
}

/** Search, status, and the days that clicks are of; all of it stands in the address. */
export function CampaignFilters({ search, onChange }: CampaignFiltersProps) {
  const [typed, setTyped] = useState(search.q ?? '')
  const settled = useSettled(typed.trim())
  useEffect(() => {
    if (settled === typed.trim() && settled !== (search.q ?? '')) onChange({ q: settled === '' ? undefined : settled })
    // Only what was typed changes the address; what changes the address otherwise does not type.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled])
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search campaigns"
        placeholder="Search by name or description"
        className="min-w-48 flex-1"
        value={typed}
        onChange={setTyped}
      />
      <Segments
        name="Status"
        choices={statuses}
        chosen={search.status ?? 'all'}
        onChoose={(status) => onChange({ status: status === 'all' ? undefined : status })}
      />
      <PeriodSwitch span={search} onChoose={onChange} />
    </search>
  )
}
