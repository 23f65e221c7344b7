import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { campaignQuery } from '../api/campaigns.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Report } from '../report/report.tsx'
import { readReportSearch } from '../report/search.ts'

const route = getRouteApi('/campaigns/$id')

export function CampaignPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const campaign = useQuery(campaignQuery(id))
  if (campaign.isError && campaign.data === undefined) {
    return (
      <>
        <PageHead title="Campaign" />
        <div className="card p-5">
          <Trouble error={campaign.error} onRetry={() => void campaign.refetch()} />
        </div>
      </>
    )
  }
  return (
    <>
      <PageHead title={campaign.data?.name ?? 'Campaign'} />
      <Report
        about={{ campaign: id }}
        search={search}
        onChange={(change) =>
          void navigate({ search: (old) => readReportSearch({ ...old, ...change }), resetScroll: false })
        }
      />
    </>
  )
}
