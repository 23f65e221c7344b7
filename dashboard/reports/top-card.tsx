import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { type Report, reportQuery, type TopLinks, topLinksQuery } from '../api/analytics.ts'
import { type Bar, BarList, firstRows } from '../parts/bar-list.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { TabbedCard } from '../parts/tabs.tsx'
import { Breakdown } from './breakdown.tsx'
import { ExportButton } from './export-button.tsx'
import { Panel } from './panel.tsx'
import { campaignRows, type Line, linkRows, type Rows } from './rows.ts'
import { toggleFilter, useTotal, type View } from './view.ts'

const AllLinks = lazyPart(() => import('./all-links.tsx'), 'AllLinks')

const tabs = [
  { key: 'links', name: 'Links' },
  { key: 'campaigns', name: 'Campaigns' },
] as const

export function TopCard({ view }: { view: View }) {
  const { top = 'links' } = view.search
  const isOfCampaign = 'campaign' in view.about
  const shown = isOfCampaign ? 'links' : top
  return (
    <TabbedCard
      title="Links and campaigns"
      tabs={isOfCampaign ? [tabs[0]] : tabs}
      chosen={shown}
      onChoose={(key) => view.change({ top: key })}
    >
      {shown === 'campaigns' ? (
        <Campaigns view={view} />
      ) : view.id === 'all' ? (
        <Links view={view} />
      ) : (
        <OneLink view={view} />
      )}
    </TabbedCard>
  )
}

const besideStyle =
  'touch-target flex size-7 shrink-0 items-center justify-center rounded-md text-dim hover:bg-sunken hover:text-text'

const openBeside = (to: '/links/$id' | '/campaigns/$id') =>
  function OpenLink({ key, label }: Bar) {
    return (
      <Link to={to} params={{ id: key }} className={besideStyle} title={`Open ${label}`}>
        <ArrowUpRight aria-hidden size={14} />
        <span className="sr-only">Open {label}</span>
      </Link>
    )
  }
const linkBeside = openBeside('/links/$id')
const campaignBeside = openBeside('/campaigns/$id')

function Links({ view }: { view: View }) {
  const queries = useQueryClient()
  const [showsAll, setShowsAll] = useState(false)
  const query = useQuery(topLinksQuery(view.scope, { limit: firstRows + 1 }))
  const total = useTotal(view)
  return (
    <Panel query={query}>
      {(data) => {
        // One more than shown: links without clicks are left out, and the API does not count the others.
        const { bars } = linkRows(data)
        const hasMore = bars.length > firstRows
        return (
          <>
            <BarList
              title="Links"
              bars={bars.map((bar) => ({ ...bar, beside: linkBeside(bar) }))}
              total={total}
              empty="No clicks in this period."
              onChoose={(id) => toggleFilter(view, 'link', id)}
              onViewAll={() => setShowsAll(true)}
              aside={
                <ExportButton
                  name="links"
                  source={{
                    load: () =>
                      loadLinks((page) => queries.fetchQuery(topLinksQuery(view.scope, { limit: linksPerPage, page }))),
                    limit: hasMore && data.pagination.totalItems > mostLinks ? mostLinks : undefined,
                    picture: { title: 'Links', bars: bars.slice(0, firstRows) },
                  }}
                />
              }
            />
            {showsAll && <AllLinks view={view} onClose={() => setShowsAll(false)} />}
          </>
        )
      }}
    </Panel>
  )
}

const linksPerPage = 100
/** Links per export. Exports of individual clicks do not have this limit. */
const mostLinks = 2_000

async function loadLinks(read: (page: number) => Promise<TopLinks>): Promise<Line[]> {
  const lines: Line[] = []
  for (let page = 1; lines.length < mostLinks; page++) {
    const { urls, pagination } = await read(page)
    const clicked = linkRows({ urls }).lines
    lines.push(...clicked)
    if (clicked.length < urls.length || page >= pagination.totalPages) break
  }
  return lines
}

/** The link that the page is filtered by. */
function OneLink({ view }: { view: View }) {
  const query = useQuery({ ...reportQuery('overview', view.id, view.scope), select: overviewRows })
  return <Breakdown view={view} title="Links" query={query} filter="link" beside={linkBeside} />
}

const overviewRows = (overview: Report<'overview'>): Rows =>
  'url' in overview
    ? linkRows({
        urls: [{ ...overview.url, click_count: overview.total_clicks, unique_visitors: overview.unique_visitors }],
      })
    : { bars: [], total: 0, lines: [] }

const campaignIcon = () => <FolderOpen aria-hidden size={14} className="shrink-0 text-dim" />

function Campaigns({ view }: { view: View }) {
  const query = useQuery({ ...reportQuery('campaigns', view.id, view.scope), select: campaignRows })
  return (
    <Breakdown
      view={view}
      title="Campaigns"
      query={query}
      filter="campaign"
      icon={campaignIcon}
      beside={campaignBeside}
      empty="No clicks on campaign links in this period."
    />
  )
}
