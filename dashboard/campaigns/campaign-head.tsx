import { campaignStates } from '../api/campaign-status.ts'
import type { Campaign } from '../api/campaigns.ts'
import { quantity } from '../format/numbers.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { StatePill } from '../parts/pill.tsx'
import { FactLine, ThingHead, ThingHeadSkeleton } from '../parts/thing-head.tsx'
import { sayDays } from './draft.ts'

export function CampaignHead({ campaign }: { campaign: Campaign | undefined }) {
  if (campaign === undefined) return <ThingHeadSkeleton title="Campaign" height="h-20" />
  const { id, name, description, tags, status, url_count, total_clicks } = campaign
  const told = [sayDays(campaign), quantity(url_count, 'link'), quantity(total_clicks, 'click')].filter(
    (part) => part !== undefined,
  )
  return (
    <ThingHead
      title={name}
      state={
        <>
          <StatePill states={campaignStates} state={status} />
          <CopyButton text={id} label="Copy campaign ID" />
        </>
      }
    >
      {description !== undefined && description !== '' && <p>{description}</p>}
      <FactLine tags={tags}>
        <span>{told.join(' · ')}</span>
      </FactLine>
    </ThingHead>
  )
}
