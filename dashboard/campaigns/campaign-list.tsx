import type { Report } from '../api/analytics.ts'
import type { Campaign } from '../api/campaigns.ts'
import { CampaignRow } from './campaign-row.tsx'
import { mostCompared } from './campaign-search.ts'
import { countByCampaign } from './count-by-campaign.ts'

interface CampaignListProps {
  campaigns: Campaign[]
  /** Clicks in the period; undefined while loading. */
  clicks: Report<'campaigns'> | undefined
  isOld: boolean
  compared: string[]
  onCompare: (id: string) => void
}

export function CampaignList({ campaigns, clicks, isOld, compared, onCompare }: CampaignListProps) {
  const clicksOf = clicks && countByCampaign(clicks)
  const most = Math.max(1, ...(clicks?.campaigns ?? []).map((counted) => counted.clicks))
  return (
    <div>
      <ul
        aria-label="Campaigns"
        aria-busy={isOld}
        className={`card overflow-hidden transition-opacity ${isOld ? 'opacity-60' : ''}`}
      >
        {campaigns.map((campaign) => {
          const isCompared = compared.includes(campaign.id)
          return (
            <li key={campaign.id} className="border-b border-line last:border-b-0">
              <CampaignRow
                campaign={campaign}
                clicks={clicksOf?.(campaign.id)}
                most={most}
                isCompared={isCompared}
                onCompare={isCompared || compared.length < mostCompared ? () => onCompare(campaign.id) : undefined}
              />
            </li>
          )
        })}
      </ul>
      {campaigns.length > 1 && compared.length < 2 && (
        <p className="mt-2 text-[13px] text-dim">Select two to four campaigns to compare them.</p>
      )}
    </div>
  )
}

export const CampaignListSkeleton = () => (
  <div className="card" aria-hidden>
    {Array.from({ length: 4 }, (_, index) => (
      <div key={index} className="flex h-[73px] items-center gap-4 border-b border-line px-4 last:border-b-0">
        <div className="flex flex-1 flex-col gap-2">
          <span className="skeleton h-4 w-40" />
          <span className="skeleton h-3 w-64 max-w-full" />
        </div>
        <span className="skeleton h-5 w-24" />
      </div>
    ))}
  </div>
)
