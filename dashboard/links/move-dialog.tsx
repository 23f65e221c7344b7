import { useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import type { BulkChanges } from '../api/links.ts'
import { count } from '../format/numbers.ts'
import { Modal } from '../parts/modal.tsx'
import { Segments } from '../parts/segments.tsx'
import { BulkForm } from './bulk-form.tsx'
import { CampaignField } from './campaign-field.tsx'

interface MoveDialogProps {
  links: readonly ShortUrl[]
  onChanged: (ids: string[]) => void
  onClose: () => void
}

const ways = { move: 'Move to a campaign', remove: 'Remove from campaign' } as const
type Way = keyof typeof ways

/** A link is in one campaign, or in none. Nothing is chosen at first, so that Enter alone changes nothing. */
export function MoveDialog({ links, onChanged, onClose }: MoveDialogProps) {
  const [way, setWay] = useState<Way>('move')
  const [campaign, setCampaign] = useState('')
  return (
    <Modal
      title={links.length === 1 ? 'Move a link' : `Move ${count(links.length)} links`}
      about="A link is in one campaign or in none. Its clicks move with it."
      onClose={onClose}
    >
      <BulkForm
        links={links}
        changes={changesOf(way, campaign)}
        submit={way === 'move' ? 'Move' : 'Remove from campaign'}
        done={(changed) => (way === 'move' ? `${changed} moved` : `${changed} removed from campaigns`)}
        onChanged={onChanged}
        onClose={onClose}
      >
        <Segments name="What to do" choices={ways} chosen={way} onChoose={setWay} />
        {way === 'move' ? (
          <CampaignField
            autoFocus
            none="Choose a campaign"
            value={campaign}
            onChange={({ target }) => setCampaign(target.value)}
          />
        ) : (
          <p className="text-dim">The links keep working and keep their clicks, but belong to no campaign.</p>
        )}
      </BulkForm>
    </Modal>
  )
}

function changesOf(way: Way, campaign: string): BulkChanges | undefined {
  if (way === 'remove') return { campaign_id: null }
  return campaign === '' ? undefined : { campaign_id: campaign }
}
