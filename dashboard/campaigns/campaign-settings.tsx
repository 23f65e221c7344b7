import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import { type Campaign, updateCampaign } from '../api/campaigns.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { draftOf, type Filled, formOf } from './draft.ts'

const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'), 'DeleteDialog')

export function CampaignSettings({ campaign }: { campaign: Campaign }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)

  async function save(filled: Filled, start: Filled) {
    const draft = draftOf(filled, start)
    if (Object.keys(draft).length > 0) await updateCampaign(campaign.id, draft)
    await refreshLinked(queries)
    toast.success('Campaign saved')
  }

  return (
    <div className="grid gap-5 pt-2 lg:grid-cols-2 lg:items-start">
      <Card title="Details">
        <CampaignForm
          start={formOf(campaign)}
          follows
          submit="Save"
          draft={`campaign ${campaign.id}`}
          onSubmit={save}
        />
      </Card>
      <Card title="Delete campaign">
        <p className="mb-4 text-dim">You can keep its links or delete them too.</p>
        <Button look="bad" className="self-start" onClick={() => setIsDeleting(true)}>
          Delete campaign
        </Button>
      </Card>
      {isDeleting && (
        <DeleteDialog
          campaign={campaign}
          onDeleted={() => void navigate({ to: '/campaigns' })}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </div>
  )
}
