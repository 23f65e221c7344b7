import type { CampaignStatus } from '#schemas/campaigns.ts'
import { campaignStatusNames } from '../api/campaign-status.ts'
import { PageSearch } from '../parts/page-search.tsx'
import { Segments } from '../parts/segments.tsx'
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
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <PageSearch
        label="Search campaigns"
        placeholder="Search by name or description"
        className="min-w-48 flex-1"
        sought={search.q}
        onSeek={(q) => onChange({ q })}
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
