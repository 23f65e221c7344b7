import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Scope } from '../api/analytics.ts'
import { type CampaignAnalytics, campaignAnalyticsQuery, campaignSizeQuery } from '../api/campaigns.ts'
import { isMissing } from '../api/failure.ts'
import { begunBuckets } from '../format/buckets.ts'
import { count, share } from '../format/numbers.ts'
import { type Buckets } from '../format/periods.ts'
import { IconButton } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { CompareChart, LineMark } from './compare-chart.tsx'

interface CompareCardProps extends Buckets {
  ids: string[]
  scope: Scope
  now: Date
  onClose: () => void
}

export function CompareCard({ ids, scope, now, onClose, ...buckets }: CompareCardProps) {
  const { granularity } = buckets
  const queries = useQueries({ queries: ids.map((id) => campaignAnalyticsQuery(id, { ...scope, granularity })) })
  const sizes = useQueries({ queries: ids.map(campaignSizeQuery) })
  const failed = queries.find(({ isLoadingError, error }) => isLoadingError && !isMissing(error))
  const isLoading = queries.some(({ isPending }) => isPending)
  const found = queries.flatMap(({ data }, index) =>
    data === undefined ? [] : [{ ...data, size: sizes[index]?.data }],
  )
  // All were deleted.
  if (!isLoading && found.length === 0 && failed === undefined) return null
  return (
    <Card title="Comparison" aside={<IconButton Icon={X} title="Stop comparing" onClick={onClose} />}>
      {failed !== undefined ? (
        <Trouble query={failed} />
      ) : isLoading ? (
        <div aria-hidden className="skeleton h-[340px]" />
      ) : (
        <>
          <CompareChart
            lines={found.map(({ campaign, timeline }) => ({
              name: campaign.name,
              timeline: begunBuckets(timeline, buckets, now),
            }))}
            {...buckets}
          />
          <Figures found={found} />
        </>
      )}
    </Card>
  )
}

interface FiguresProps {
  found: (CampaignAnalytics & {
    /** Number of links, including those in the trash; undefined while unknown. */
    size: number | undefined
  })[]
}

function Figures({ found }: FiguresProps) {
  const all = found.reduce((sum, { total_clicks }) => sum + total_clicks, 0)
  return (
    <table className="mt-4 w-full table-fixed text-right tabular-nums">
      <thead className="text-[13px] text-dim">
        <tr className="border-b border-line">
          <th scope="col" className="w-1/2 py-2 text-left font-normal md:w-1/3">
            Campaign
          </th>
          {(['Clicks', 'Visitors', 'Share', 'Links', 'Clicks per link'] as const).map((name) => (
            <th
              key={name}
              scope="col"
              className={`py-2 pl-4 font-normal whitespace-nowrap ${name === 'Clicks' || name === 'Visitors' ? '' : 'max-md:hidden'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.map(({ campaign, total_clicks, unique_visitors, size }, index) => (
          <tr key={campaign.id} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 text-left font-medium">
              <span className="flex items-center gap-2">
                <LineMark index={index} /> <span className="truncate">{campaign.name}</span>
              </span>
            </th>
            <td className="pl-4 font-medium">{count(total_clicks)}</td>
            <td className="pl-4">{count(unique_visitors)}</td>
            <td className="pl-4 max-md:hidden">{share(total_clicks, all)}</td>
            <td className="pl-4 max-md:hidden">{count(campaign.url_count)}</td>
            <td className="pl-4 max-md:hidden" title="Clicks and links include those in the trash">
              {size ? count(Math.round(total_clicks / size)) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
