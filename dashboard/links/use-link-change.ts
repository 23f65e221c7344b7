import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { type LinkDraft, updateLink } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'

/** Values to save, or a call. */
type Change = LinkDraft | (() => Promise<void>)

interface LinkChange {
  change: LinkDraft
  undo: Change
  /** Past tense, for the toast: "Link archived". */
  done: string
  /** What the page shows until the change is saved. */
  shown?: Partial<ShortUrl>
}

/** Saves changes of a link at once. The toast offers to undo them. */
export function useLinkChange(link: ShortUrl) {
  const queries = useQueryClient()
  const [pending, setPending] = useState<Partial<ShortUrl>>({})
  const running = useRef(0)
  const request = useMutation({
    // A shared scope sends the requests in order, so the last one wins.
    scope: { id: `link ${link.id}` },
    mutationFn: (change: Change): Promise<unknown> =>
      typeof change === 'function' ? change() : updateLink(link.id, change),
  })

  /** Throws if the change is refused. */
  async function send({ change, undo, done, shown = {} }: LinkChange): Promise<void> {
    running.current++
    setPending((old) => ({ ...old, ...shown }))
    try {
      await request.mutateAsync(change)
      toast.success(done, { action: { label: 'Undo', onClick: () => void takeBack(undo) } })
      await refreshLinked(queries)
    } finally {
      running.current--
      // The link that was read does not have the changes yet that are still being sent.
      if (running.current === 0) setPending({})
    }
  }

  async function takeBack(undo: Change) {
    await request
      .mutateAsync(undo)
      .catch((error: unknown) => toast.error('Could not undo the change', { description: messageOf(error) }))
    await refreshLinked(queries)
  }

  /** For controls without a place for an error. */
  const save = (change: LinkChange) =>
    void send(change).catch((error: unknown) =>
      toast.error('Could not save the change', { description: messageOf(error) }),
    )

  return { shown: { ...link, ...pending }, send, save }
}
