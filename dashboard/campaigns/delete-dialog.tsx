import { useState } from 'react'
import type { Campaign } from '../api/campaigns.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { ChoiceCard } from '../parts/choice-card.tsx'
import { Modal } from '../parts/modal.tsx'
import { useDeleteCampaign } from './use-delete-campaign.ts'

interface DeleteDialogProps {
  campaign: Campaign
  onDeleted?: () => void
  onClose: () => void
}

/** What becomes of its links has to be said; the deletion itself can be taken back for a moment. */
export function DeleteDialog({ campaign, onDeleted, onClose }: DeleteDialogProps) {
  const [withLinks, setWithLinks] = useState(false)
  const deleteLater = useDeleteCampaign()
  const links = `${count(campaign.url_count)} ${campaign.url_count === 1 ? 'link' : 'links'}`
  const choices = [
    { value: false, name: `Keep its ${links}`, about: 'They lead on as before, and keep their clicks.' },
    {
      value: true,
      name: `Delete its ${links} too`,
      about: 'With their clicks, for good. Their visitors find nothing.',
    },
  ]
  return (
    <Modal title={`Delete ${campaign.name}?`} onClose={onClose}>
      {campaign.url_count > 0 && (
        <fieldset className="mb-4 grid gap-2">
          <legend className="sr-only">What becomes of its links</legend>
          {choices.map(({ value, name, about }) => (
            <ChoiceCard
              key={name}
              group="links"
              name={name}
              about={about}
              isChosen={withLinks === value}
              onChoose={() => setWithLinks(value)}
            />
          ))}
        </fieldset>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button
          look="bad"
          onClick={() => {
            deleteLater(campaign, withLinks)
            onClose()
            onDeleted?.()
          }}
        >
          Delete
        </Button>
      </div>
    </Modal>
  )
}
