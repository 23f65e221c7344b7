import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { type LinkDraft, updateLink } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'

interface LinkChange {
  change: LinkDraft
  /** Reverts the change: values to save, or a call. */
  undo: LinkDraft | (() => Promise<void>)
  /** Past tense, for the toast: "Link archived". */
  done: string
  /** What the page shows until the change is saved. */
  shown?: Partial<ShortUrl>
}

/** Saves changes of a link at once. The toast offers to undo them. */
export function useLinkChange(link: ShortUrl) {
  const queries = useQueryClient()
  const [pending, setPending] = useState<Partial<ShortUrl>>({})

  /** Throws if the change is refused. */
  async function send({ change, undo, done, shown = {} }: LinkChange): Promise<void> {
    setPending(shown)
    try {
      await updateLink(link.id, change)
      toast.success(done, { action: { label: 'Undo', onClick: () => void takeBack(undo) } })
      await refreshLinked(queries)
    } finally {
      setPending({})
    }
  }

  async function takeBack(undo: LinkChange['undo']) {
    const undoing: Promise<unknown> = typeof undo === 'function' ? undo() : updateLink(link.id, undo)
    await undoing.catch((error: unknown) => toast.error('Could not undo the change', { description: messageOf(error) }))
    await refreshLinked(queries)
  }

  /** For controls without a place for an error. */
  const save = (change: LinkChange) =>
    void send(change).catch((error: unknown) =>
      toast.error('Could not save the change', { description: messageOf(error) }),
    )

  return { shown: { ...link, ...pending }, send, save }
}
