import { useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { count } from '../format/numbers.ts'
import { Modal } from '../parts/modal.tsx'
import { BulkForm } from './bulk-form.tsx'
import { CampaignField } from './campaign-field.tsx'

/** A link is in one campaign, or in none. */
export function MoveDialog({ links, onClose }: { links: readonly ShortUrl[]; onClose: () => void }) {
  const [campaign, setCampaign] = useState('')
  return (
    <Modal
      title={links.length === 1 ? 'Move a link' : `Move ${count(links.length)} links`}
      about="A link is in one campaign or in none. Its clicks go with it."
      onClose={onClose}
    >
      <BulkForm
        links={links}
        changes={{ campaign_id: campaign === '' ? null : campaign }}
        submit={campaign === '' ? 'Take out of their campaigns' : 'Move'}
        done={(changed) => (campaign === '' ? `${changed} in no campaign now` : `${changed} moved`)}
        onDone={onClose}
      >
        <CampaignField autoFocus value={campaign} onChange={({ target }) => setCampaign(target.value)} />
      </BulkForm>
    </Modal>
  )
}
