import type { ShortUrl } from '#schemas/links.ts'
import { deleteLink, linksKey } from '../api/links.ts'
import { useDeleteLater as useDelete } from '../parts/delete-later.ts'

export { useLeaving } from '../parts/delete-later.ts'

/** Hides a link at once, and deletes it when nobody has taken that back. */
export function useDeleteLater(): (link: ShortUrl) => void {
  const deleteLater = useDelete()
  return ({ id, short_code }) =>
    deleteLater({
      id,
      name: short_code,
      about: 'Its visitors will not find it any more.',
      carryOut: (keepalive) => deleteLink(id, keepalive),
      refreshes: linksKey,
    })
}
