import { useState } from 'react'
import type { Campaign } from '../api/campaigns.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
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
            <label
              key={name}
              className="cursor-pointer rounded-md border border-field p-3 has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="links"
                className="sr-only"
                checked={withLinks === value}
                onChange={() => setWithLinks(value)}
              />
              <span className="block font-medium">{name}</span>
              <span className="block text-[13px] text-dim">{about}</span>
            </label>
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
