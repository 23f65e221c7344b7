import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { deleteLink } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { bareUrl } from '../format/urls.ts'
import { copyText } from '../parts/copy-button.tsx'
import { useLeaveObject } from '../parts/use-leave-object.ts'

const undoMs = 8_000

/** Copies the link, and offers to undo its creation. To undo that of a reused link would delete its clicks. */
export function useAnnounceCreated() {
  const queries = useQueryClient()
  const leaveObject = useLeaveObject()

  async function undo(link: ShortUrl): Promise<void> {
    await leaveObject('/links', link.id)
    try {
      await deleteLink(link.id)
    } catch (error) {
      toast.error(`Could not delete ${link.short_code}`, { description: messageOf(error) })
    }
    await refreshLinked(queries)
  }

  return async ({ link, isNew }: { link: ShortUrl; isNew: boolean }): Promise<void> => {
    const done = isNew ? 'Link created' : 'Existing link found'
    toast.success((await copyText(link.short_url)) ? `${done} and copied` : done, {
      description: `${bareUrl(link.short_url)} → ${bareUrl(link.original_url)}`,
      duration: undoMs,
      ...(isNew && { action: { label: 'Undo', onClick: () => void undo(link) } }),
    })
    await refreshLinked(queries)
  }
}
