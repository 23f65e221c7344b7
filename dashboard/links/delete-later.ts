import { useCallback } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { Failure, messageOf } from '../api/failure.ts'
import { deleteLink, deleteLinks } from '../api/links.ts'
import { count, quantity } from '../format/numbers.ts'
import { useDeleteLater as useDelete } from '../parts/delete-later.ts'

/** Strikes links out at once, and deletes them unless that is undone. Takes as many links as one request can delete. */
export function useDeleteLater(): (links: readonly ShortUrl[]) => void {
  const deleteLater = useDelete()
  return useCallback(
    (links) =>
      deleteLater({
        ids: links.map(({ id }) => id),
        name: nameOf(links),
        about: 'Deleted links stop working.',
        carryOut: (keepalive) => carryOut(links, keepalive),
      }),
    [deleteLater],
  )
}

const nameOf = (links: readonly ShortUrl[]) =>
  links.length === 1 ? (links[0]?.short_code ?? '') : quantity(links.length, 'link')

/** Some links may fail while others are deleted. */
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
  toast.error(`${count(failed.length)} of ${quantity(links.length, 'link')} could not be deleted`, {
    description: `${links[first.index]?.short_code}: ${messageOf(new Failure(first.message))}`,
  })
}
