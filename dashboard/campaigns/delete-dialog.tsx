import { useState } from 'react'
import type { Campaign } from '../api/campaigns.ts'
import { quantity } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { ChoiceCard } from '../parts/choice-card.tsx'
import { Modal } from '../parts/modal.tsx'
import { useDeleteCampaign } from './use-delete-campaign.ts'

interface DeleteDialogProps {
  campaign: Campaign
  onDeleted?: () => void
  onClose: () => void
}

/** Asks whether to delete the links too. The deletion can be undone for a moment. */
export function DeleteDialog({ campaign, onDeleted, onClose }: DeleteDialogProps) {
  const [withLinks, setWithLinks] = useState(false)
  const deleteLater = useDeleteCampaign()
  const links = quantity(campaign.url_count, 'link')
  const choices = [
    { value: false, name: `Keep ${links}`, about: 'Links keep working and keep their clicks.' },
    {
      value: true,
      name: `Delete ${links} too`,
      about: 'Deleted links stop working, and their clicks are deleted.',
    },
  ]
  return (
    <Modal title={`Delete ${campaign.name}?`} about="You can undo this for a few seconds." onClose={onClose}>
      {campaign.url_count > 0 && (
        <fieldset className="mb-4 grid gap-2">
          <legend className="sr-only">Links in this campaign</legend>
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
        <Button onClick={onClose}>Cancel</Button>
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
