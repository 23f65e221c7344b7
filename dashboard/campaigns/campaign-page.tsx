import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { campaignQuery } from '../api/campaigns.ts'
import { BackLink } from '../parts/back-link.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Segments } from '../parts/segments.tsx'
import { isUnavailable, TroublePage } from '../parts/trouble.tsx'
import { Report } from '../reports/report.tsx'
import { readReportSearch } from '../reports/search.ts'
import { CampaignHead } from './campaign-head.tsx'
import { type CampaignView, readView } from './campaign-search.ts'

const waiting = <div aria-hidden className="skeleton h-96" />
const CampaignLinks = lazyPart(() => import('./campaign-links.tsx'), 'CampaignLinks', waiting)
const CampaignSettings = lazyPart(() => import('./campaign-settings.tsx'), 'CampaignSettings', waiting)

const route = getRouteApi('/campaigns/$id')

const views = { analytics: 'Analytics', links: 'Links', settings: 'Settings' } as const

export function CampaignPage() {
  const { id } = route.useParams()
  const { view = 'analytics', ...search } = route.useSearch()
  const navigate = route.useNavigate()
  // Its clicks are shown next to live figures.
  const query = useQuery({ ...campaignQuery(id), meta: { isLive: true } })
  const { data: campaign } = query
  const back = <BackLink to="/campaigns">Campaigns</BackLink>
  if (isUnavailable(query))
    return <TroublePage title="Campaign" missing="This campaign does not exist" back={back} query={query} />
  const show = (chosen: CampaignView) =>
    void navigate({ search: (old) => ({ ...old, view: readView(chosen) }), replace: true })
  return (
    <>
      {back}
      <CampaignHead campaign={campaign} />
      <div className="mb-2">
        <Segments name="View" choices={views} chosen={view} onChoose={show} />
      </div>
      {view === 'analytics' ? (
        <Report
          about={{ campaign: id }}
          search={search}
          onChange={(change) =>
            void navigate({ search: (old) => readReportSearch({ ...old, ...change }), resetScroll: false })
          }
        />
      ) : campaign === undefined ? (
        waiting
      ) : view === 'links' ? (
        <CampaignLinks campaign={campaign} />
      ) : (
        <CampaignSettings key={campaign.id} campaign={campaign} />
      )}
    </>
  )
}
