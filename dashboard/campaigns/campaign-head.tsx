import { campaignStates } from '../api/campaign-status.ts'
import type { Campaign } from '../api/campaigns.ts'
import { count } from '../format/numbers.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { StatePill } from '../parts/pill.tsx'
import { useTitle } from '../parts/use-title.ts'
import { sayDays } from './draft.ts'

/** Which campaign this is. */
export function CampaignHead({ campaign }: { campaign: Campaign | undefined }) {
  useTitle(campaign?.name)
  if (campaign === undefined) return <div aria-hidden className="skeleton mb-5 h-16" />
  const { id, name, description, tags, status, url_count, total_clicks } = campaign
  const told = [
    sayDays(campaign),
    `${count(url_count)} ${url_count === 1 ? 'link' : 'links'}`,
    `${count(total_clicks)} clicks in all`,
  ].filter((part) => part !== undefined)
  return (
    <div className="mb-5">
      <div className="flex items-center gap-2">
        <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight">{name}</h1>
        <StatePill states={campaignStates} state={status} />
        <CopyButton text={id} label="Copy the id of this campaign" />
      </div>
      {description !== undefined && description !== '' && <p>{description}</p>}
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-dim">
        <span>{told.join(' · ')}</span>
        {tags.map((tag) => (
          <span key={tag} className="rounded bg-sunken px-1.5 py-0.5 text-xs">
            {tag}
          </span>
        ))}
      </p>
    </div>
  )
}
