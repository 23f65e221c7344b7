import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { domainOf } from '../api/domain-choice.ts'
import { linkQuery, updateLink } from '../api/links.ts'
import { shortHost } from '../api/page-meta.ts'
import { readAgain } from '../api/read-again.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { draftOf, type Filled, formOf, mergeCard } from './draft.ts'
import { LinkForm } from './link-form.tsx'

export function EditDialog({ link, onClose }: { link: ShortUrl; onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  // Kept from the start, so that saving does not revert what others change in the meantime.
  const [start] = useState(() => formOf(link))

  async function save(filled: Filled) {
    const draft = draftOf(filled, start, shortHost)
    if (draft.og !== undefined) {
      const now = await readAgain(queries, linkQuery(link.id))
      draft.og = mergeCard(filled, start, now.og)
    }
    if (Object.keys(draft).length > 0) await updateLink(link.id, draft)
    await refreshLinked(queries)
    close()
    toast.success('Link saved', { description: 'New settings apply to all new visits.' })
  }

  return (
    <Modal title={`Edit ${link.short_code}`} size="wide" onClose={onClose}>
      <LinkForm
        start={start}
        draft={`link ${link.id}`}
        own={{
          code: link.short_code,
          domain: domainOf(link, shortHost),
          host: new URL(link.short_url).host,
          hasPassword: link.is_password_protected,
          hasTest: link.ab_test_id !== null,
        }}
        submit="Save"
        onSubmit={save}
      />
    </Modal>
  )
}
