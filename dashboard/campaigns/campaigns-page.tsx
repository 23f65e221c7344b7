import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FolderOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { reportQuery } from '../api/analytics.ts'
import { curlPost } from '../api/call-text.ts'
import { campaignStates } from '../api/campaign-status.ts'
import { campaignsQuery } from '../api/campaigns.ts'
import { keepRows } from '../api/pages.ts'
import { quantity } from '../format/numbers.ts'
import { describePeriod } from '../format/periods.ts'
import { Button } from '../parts/button.tsx'
import { useLeaving } from '../parts/delete-later.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListExport } from '../parts/list-export.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageSearch } from '../parts/page-search.tsx'
import { StateChoice } from '../parts/state-choice.tsx'
import { TroubleCard } from '../parts/trouble.tsx'
import { useNow } from '../parts/use-now.ts'
import { PeriodSwitch } from '../reports/period-switch.tsx'
import { CampaignList, CampaignListSkeleton } from './campaign-list.tsx'
import { type CampaignSearch, readCampaignSearch, readCompared, toggleCompared } from './campaign-search.ts'

const CampaignDialog = lazyPart(() => import('./campaign-dialog.tsx'), 'CampaignDialog')
const CompareCard = lazyPart(() => import('./compare-card.tsx'), 'CompareCard')

const route = getRouteApi('/campaigns')

export function CampaignsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const leaving = useLeaving()
  const [isCreating, setIsCreating] = useState(false)
  const now = useNow()
  const { scope, ...buckets } = describePeriod(search, now)
  const query = useInfiniteQuery({ ...campaignsQuery(search), placeholderData: keepRows })
  const clicks = useQuery(reportQuery('campaigns', 'all', scope))
  const campaigns = query.data?.pages.flatMap(({ data }) => data).filter(({ id }) => !leaving.has(id))
  const compared = readCompared(search).filter((id) => !leaving.has(id))
  const isFiltered = search.q !== undefined || search.status !== undefined
  const total = query.data?.pages.at(-1)?.pagination.total
  const change = (changes: CampaignSearch) =>
    void navigate({ search: (old) => readCampaignSearch({ ...old, ...changes }), replace: true, resetScroll: false })
  const hasNone = campaigns?.length === 0 && !isFiltered
  return (
    <>
      <PageHead
        title="Campaigns"
        about={`${total === undefined ? '' : `${quantity(total, 'campaign')}. `}Campaigns work like folders: a link can be in one of them.`}
      >
        {!hasNone && <ListExport list="campaigns" filter={search} />}
        {!hasNone && (
          <Button Icon={Plus} look="main" onClick={() => setIsCreating(true)}>
            Create campaign
          </Button>
        )}
      </PageHead>
      {!hasNone && <CampaignFilters search={search} onChange={change} />}
      {query.isError && campaigns === undefined ? (
        <TroubleCard query={query} />
      ) : campaigns === undefined ? (
        <CampaignListSkeleton />
      ) : hasNone ? (
        <EmptyState
          Icon={FolderOpen}
          title="Your campaigns will appear here"
          about="A campaign groups links and counts their clicks together, such as the links in a newsletter, on a poster, and in a social post."
          action="Create campaign"
          onAct={() => setIsCreating(true)}
          command={curlPost('/campaigns', { name: 'Spring sale', tags: ['spring'] })}
        />
      ) : campaigns.length === 0 ? (
        <Nothing action={<Button onClick={() => change({ q: undefined, status: undefined })}>Clear filters</Button>}>
          No campaigns match your filters.
        </Nothing>
      ) : (
        <div className="grid grid-cols-1 gap-5">
          {compared.length > 1 && (
            <CompareCard
              ids={compared}
              scope={scope}
              now={now}
              {...buckets}
              onClose={() => change({ compared: undefined })}
            />
          )}
          <CampaignList
            campaigns={campaigns}
            clicks={clicks.data}
            isOld={query.isPlaceholderData || clicks.isPlaceholderData}
            compared={compared}
            onCompare={(id) => change({ compared: toggleCompared({ compared: compared.join() }, id) })}
          />
          <MoreButton query={query} className="justify-self-center" />
        </div>
      )}
      {isCreating && <CampaignDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

interface CampaignFiltersProps {
  search: CampaignSearch
  onChange: (change: CampaignSearch) => void
}

function CampaignFilters({ search, onChange }: CampaignFiltersProps) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <PageSearch
        label="Search campaigns"
        placeholder="Search by name or description"
        className="min-w-48 flex-1"
        sought={search.q}
        onSeek={(q) => onChange({ q })}
      />
      <StateChoice states={campaignStates} chosen={search.status} onChoose={(status) => onChange({ status })} />
      <PeriodSwitch span={search} onChoose={onChange} />
    </search>
  )
}
