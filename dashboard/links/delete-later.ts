import { useCallback } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { deleteLink, deleteLinks } from '../api/links.ts'
import { count } from '../format/numbers.ts'
import { useDeleteLater as useDelete } from '../parts/delete-later.ts'

export { useLeaving } from '../parts/delete-later.ts'

/** Strikes links out at once, and deletes them when nobody has taken that back. At most as many as one call deletes. */
export function useDeleteLater(): (links: readonly ShortUrl[]) => void {
  const deleteLater = useDelete()
  return useCallback(
    (links) =>
      deleteLater({
        ids: links.map(({ id }) => id),
        name: nameOf(links),
        about: 'Visitors will not find what is deleted any more.',
        carryOut: (keepalive) => carryOut(links, keepalive),
      }),
    [deleteLater],
  )
}

const nameOf = (links: readonly ShortUrl[]) =>
  links.length === 1 ? (links[0]?.short_code ?? '') : `${count(links.length)} links`

/** Some may be refused where the others go. */
async function carryOut(links: readonly ShortUrl[], keepalive: boolean): Promise<void> {
  const [one, ...others] = links
  if (one === undefined) return
  if (others.length === 0) {
    await deleteLink(one.id, keepalive)
    return
  }
  const { failed } = await deleteLinks(
    links.map(({ id }) => id),
    keepalive,
  )
  const [first] = failed
  if (first === undefined) return
  toast.error(`${count(failed.length)} of ${count(links.length)} links are still there`, {
    description: `${links[first.index]?.short_code}: ${first.message}`,
  })
}
