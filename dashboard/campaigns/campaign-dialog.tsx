import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { type Campaign, createCampaign, updateCampaign } from '../api/campaigns.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { useLeaveObject } from '../parts/use-leave-object.ts'
import { CampaignForm } from './campaign-form.tsx'
import { draftOf, emptyForm, type Filled, formOf } from './draft.ts'
import { useDeleteCampaign } from './use-delete-campaign.ts'

interface CampaignDialogProps {
  /** The campaign to edit; undefined creates a new one. */
  campaign?: Campaign | undefined
  onClose: () => void
}

export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const deleteLater = useDeleteCampaign()
  const leaveObject = useLeaveObject()
  // The initial values are kept so that saving does not revert changes made elsewhere in the meantime.
  const [start] = useState(() => (campaign === undefined ? emptyForm : formOf(campaign)))

  function undo(made: Campaign): void {
    deleteLater(made, false)
    void leaveObject('/campaigns', made.id)
  }

  async function save(filled: Filled) {
    const draft = draftOf(filled, start)
    if (campaign === undefined) {
      const made = await createCampaign(draft)
      toast.success('Campaign created', {
        description: 'Add links to count their clicks together.',
        action: { label: 'Undo', onClick: () => undo(made) },
      })
    } else if (Object.keys(draft).length > 0) {
      await updateCampaign(campaign.id, draft)
      toast.success('Campaign saved')
    }
    close()
    void refreshLinked(queries)
  }

  return (
    <Modal title={campaign === undefined ? 'Create campaign' : `Edit ${campaign.name}`} onClose={onClose}>
      <CampaignForm
        start={start}
        submit={campaign === undefined ? 'Create campaign' : 'Save'}
        draft={campaign === undefined ? 'new-campaign' : `campaign ${campaign.id}`}
        onSubmit={save}
        focuses
      />
    </Modal>
  )
}
