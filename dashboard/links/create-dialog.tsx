import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { defaultDomain, domainsQuery } from '../api/domains.ts'
import { messageOf } from '../api/failure.ts'
import { createLink, deleteLink } from '../api/links.ts'
import { shortHost } from '../api/page-meta.ts'
import { refreshLinked } from '../api/refresh.ts'
import { bareUrl } from '../format/urls.ts'
import { copyText } from '../parts/copy-button.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { Modal } from '../parts/modal.tsx'
import { draftOf, emptyForm, type Filled } from './draft.ts'
import { LinkForm } from './link-form.tsx'

const undoMs = 8_000

/** Creates a link and copies it. Its toast offers to undo that. */
export function CreateDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const queries = useQueryClient()

  async function create(filled: Filled) {
    const domain = filled.domain || defaultDomain(await queries.ensureQueryData(domainsQuery))
    const link = await createLink(draftOf({ ...filled, domain }, emptyForm(''), shortHost))
    onClose()
    toast.success((await copyText(link.short_url)) ? 'Link created and copied' : 'Link created', {
      description: `${bareUrl(link.short_url)} → ${bareUrl(link.original_url)}`,
      duration: undoMs,
      action: { label: 'Undo', onClick: () => void undo(link) },
    })
    await refreshLinked(queries)
  }

  async function undo(link: ShortUrl) {
    try {
      await deleteLink(link.id)
    } catch (error) {
      toast.error(`Could not delete ${link.short_code}`, { description: messageOf(error) })
    }
    await refreshLinked(queries)
  }

  return (
    <Modal title="Create link" size="wide" onClose={onClose}>
      <LinkForm
        start={emptyForm(url)}
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
