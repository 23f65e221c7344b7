import { useState } from 'react'
import type { BulkChanges } from '../api/links.ts'
import { Segments } from '../parts/segments.tsx'
import { BulkForm, type BulkProps } from './bulk-form.tsx'
import { CampaignField } from './campaign-field.tsx'

const ways = { move: 'Move to campaign', remove: 'Remove from campaign' } as const
type Way = keyof typeof ways

/** Moves links into or out of a campaign. No campaign is preselected, so that Enter alone changes nothing. */
export function MoveDialog(props: BulkProps) {
  const [way, setWay] = useState<Way>('move')
  const [campaign, setCampaign] = useState('')
  return (
    <BulkForm
      verb="Move"
      about="A link can belong to only one campaign. Its clicks move with it."
      changes={changesOf(way, campaign)}
      submit={way === 'move' ? 'Move' : 'Remove from campaign'}
      done={(changed) => (way === 'move' ? `${changed} moved` : `${changed} removed from campaigns`)}
      {...props}
    >
      <Segments name="Action" choices={ways} chosen={way} onChoose={setWay} />
      {way === 'move' ? (
        <CampaignField
          autoFocus
          none="Choose a campaign"
          value={campaign}
          onChange={({ target }) => setCampaign(target.value)}
        />
      ) : (
        <p className="text-dim">The links keep working and keep their clicks.</p>
      )}
    </BulkForm>
  )
}

function changesOf(way: Way, campaign: string): BulkChanges | undefined {
  if (way === 'remove') return { campaign_id: null }
  return campaign === '' ? undefined : { campaign_id: campaign }
}
