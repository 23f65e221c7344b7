import { useQueryClient } from '@tanstack/react-query'
import { defaultDomain, domainsQuery } from '../api/domains.ts'
import { createLink } from '../api/links.ts'
import { shortHost } from '../api/page-meta.ts'
import { newLinkForm } from '../parts/drafts.ts'
import { Kbd } from '../parts/kbd.tsx'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { useAnnounceCreated } from './announce-created.ts'
import { draftOf, emptyForm, type Filled } from './draft.ts'
import { LinkForm } from './link-form.tsx'
import { usePrefill } from './use-prefill.ts'

/** Creates a link and copies it. Its toast offers to undo that. */
export function CreateDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const announceCreated = useAnnounceCreated()
  const prefill = usePrefill()

  async function create(filled: Filled) {
    const domain = filled.domain || defaultDomain(await queries.ensureQueryData(domainsQuery))
    const created = await createLink(draftOf({ ...filled, domain }, emptyForm(''), shortHost))
    close()
    void announceCreated(created)
  }

  return (
    <Modal title="Create link" size="wide" onClose={onClose}>
      <LinkForm
        start={{ ...emptyForm(url), ...prefill?.('') }}
        prefill={prefill}
        draft={newLinkForm}
        onSubmit={create}
        submit={
          <>
            Create and copy <Kbd>↵</Kbd>
          </>
        }
      />
    </Modal>
  )
}
