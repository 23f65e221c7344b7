import { useQueryClient } from '@tanstack/react-query'
import type { ShortUrl } from '#schemas/links.ts'
import { Failure } from '../api/failure.ts'
import { deleteTrashedLinks } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { quantity } from '../format/numbers.ts'
import { Confirm } from '../parts/confirm.tsx'
import { watchPage } from '../parts/watch-page.ts'
import { nameOf } from './move-links.ts'

interface DeleteForeverProps {
  links: readonly ShortUrl[]
  onDeleted: (ids: string[], isStillHere: () => boolean) => void | Promise<void>
  onClose: () => void
}

/** Asks before links are deleted. */
export function DeleteForever({ links, onDeleted, onClose }: DeleteForeverProps) {
  const queries = useQueryClient()
  const name = nameOf(links)
  return (
    <Confirm
      title={`Delete ${name} forever?`}
      about={
        links.length === 1
          ? 'The link and its clicks are deleted. You can’t undo this.'
          : 'The links and their clicks are deleted. You can’t undo this.'
      }
      act="Delete forever"
      done={`${name} deleted`}
      onClose={onClose}
      onAct={async () => {
        const isStillHere = watchPage()
        const { succeeded, failed } = await deleteTrashedLinks(links.map(({ id }) => id))
        // Before the page that shows the link asks for it again.
        await onDeleted(
          succeeded.map(({ id }) => id),
          isStillHere,
        )
        await refreshLinked(queries)
        const [first] = failed
        if (first === undefined) return
        throw new Failure(`${quantity(failed.length, 'link')} could not be deleted. ${first.message}`)
      }}
    />
  )
}
