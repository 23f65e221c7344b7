import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { keepLink, type LinkDraft, updateLink } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { inOrder, usePending } from '../parts/in-order.ts'

interface Request {
  /** Values to save, or a call. */
  change: LinkDraft | (() => Promise<void>)
  /** What the page shows until the change is saved. */
  shown?: Partial<ShortUrl>
}

interface LinkChange extends Request {
  /** Reverts the change. */
  undo: Request['change']
  /** Past tense, for the toast: "Link archived". */
  done: string
}

/** Saves changes of a link at once. The toast offers to undo them. */
export function useLinkChange(link: ShortUrl) {
  const queries = useQueryClient()
  const key = ['link', link.id]
  const request = useMutation({
    ...inOrder(key),
    async mutationFn({ change }: Request) {
      if (typeof change === 'function') await change()
      else await keepLink(queries, await updateLink(link.id, change))
    },
    onSettled: () => void refreshLinked(queries),
  })
  const pending = usePending<Request>(key)

  /** Throws if the change is refused. */
  async function send({ change, undo, done, shown = {} }: LinkChange): Promise<void> {
    await request.mutateAsync({ change, shown })
    toast.success(done, { action: { label: 'Undo', onClick: () => takeBack(undo) } })
  }

  const takeBack = (undo: LinkChange['undo']) =>
    void request
      .mutateAsync({ change: undo })
      .catch((error: unknown) => toast.error('Could not undo the change', { description: messageOf(error) }))

  /** For controls without a place for an error. */
  const save = (change: LinkChange) =>
    void send(change).catch((error: unknown) =>
      toast.error('Could not save the change', { description: messageOf(error) }),
    )

  const shown: ShortUrl = Object.assign({ ...link }, ...pending.map(({ shown }) => shown))
  return { shown, send, save }
}
