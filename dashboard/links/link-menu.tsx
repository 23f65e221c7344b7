import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Trash2 } from 'lucide-react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { duplicateLink } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { bareUrl } from '../format/urls.ts'
import type { Triggered } from '../parts/lazy-menu.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { isDialogOpen } from '../parts/open-dialogs.ts'
import { watchPage } from '../parts/watch-page.ts'
import { isCodePage } from './link-use.tsx'
import { useTrash } from './trash.ts'

interface LinkMenuProps extends Triggered {
  link: ShortUrl
  onDeleteForever: () => void
}

/** Acts on a link as a whole. */
export function LinkMenu({ link, onDeleteForever, trigger }: LinkMenuProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { trash } = useTrash()

  async function duplicate() {
    const isStillHere = watchPage()
    try {
      const copy = await duplicateLink(link.id)
      if (isStillHere() && !isDialogOpen()) {
        await navigate({ to: '/links/$id', params: { id: copy.id } })
        toast.success('Link duplicated', { description: `You are viewing the copy, ${bareUrl(copy.short_url)}` })
      } else toast.success('Link duplicated', { description: `The copy is ${bareUrl(copy.short_url)}` })
      await refreshLinked(queries)
    } catch (error) {
      toast.error('Could not duplicate the link', { description: messageOf(error) })
    }
  }

  return (
    <Menu trigger={trigger}>
      {!isCodePage(link) && link.trashed_at === null && (
        <MenuItem onSelect={() => void duplicate()}>
          <Copy aria-hidden size={15} /> Duplicate
        </MenuItem>
      )}
      <MenuItem
        onSelect={() => {
          if (link.trashed_at !== null) return onDeleteForever()
          trash([link])
          void navigate({ to: '/links' })
        }}
      >
        <Trash2 aria-hidden size={15} /> {link.trashed_at === null ? 'Delete' : 'Delete forever'}
      </MenuItem>
    </Menu>
  )
}
