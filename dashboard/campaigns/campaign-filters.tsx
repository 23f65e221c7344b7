import { campaignStatusNames } from '../api/campaign-status.ts'
import { PageSearch } from '../parts/page-search.tsx'
import { StateChoice } from '../parts/state-choice.tsx'
import { PeriodSwitch } from '../reports/period-switch.tsx'
import type { CampaignSearch } from './campaign-search.ts'

interface CampaignFiltersProps {
  search: CampaignSearch
  onChange: (change: CampaignSearch) => void
}

/** Search, status, and the days that clicks are of; all of it stands in the URL. */
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
      <StateChoice names={campaignStatusNames} chosen={search.status} onChoose={(status) => onChange({ status })} />
      <PeriodSwitch span={search} onChoose={onChange} />
    </search>
  )
}
