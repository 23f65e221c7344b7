import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { deleteLink, linksKey } from '../api/links.ts'

/** A deletion cannot be taken back once it is done, so it is done after this. */
const undoMs = 6_000

/** Links that are gone for the reader, and soon for everybody. */
let leaving: ReadonlyMap<string, ReturnType<typeof setTimeout>> = new Map()
const listeners = new Set<() => void>()

function setLeaving(change: (map: Map<string, ReturnType<typeof setTimeout>>) => void): void {
  const next = new Map(leaving)
  change(next)
  leaving = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ids that lists leave out. */
export const useLeaving = (): ReadonlyMap<string, unknown> => useSyncExternalStore(subscribe, () => leaving)

/** Hides a link at once, and deletes it when nobody has taken that back. */
export function useDeleteLater(): (link: ShortUrl) => void {
  const queries = useQueryClient()
  return (link) => {
    const toastId = `delete-${link.id}`
    const timer = setTimeout(() => void carryOut(queries, link), undoMs)
    setLeaving((map) => map.set(link.id, timer))
    toast(`Deleted ${link.short_code}`, {
      id: toastId,
      description: 'Its visitors will not find it any more.',
      duration: undoMs,
      action: {
        label: 'Undo',
        onClick: () => {
          clearTimeout(timer)
          setLeaving((map) => map.delete(link.id))
        },
      },
    })
  }
}

async function carryOut(queries: QueryClient, link: ShortUrl): Promise<void> {
  try {
    await deleteLink(link.id)
  } catch (error) {
    toast.error(`${link.short_code} is still there`, { description: messageOf(error) })
  }
  await queries.invalidateQueries({ queryKey: linksKey })
  setLeaving((map) => map.delete(link.id))
}

/** Who leaves the page has not taken it back. */
addEventListener('pagehide', () => {
  for (const [id, timer] of leaving) {
    clearTimeout(timer)
    void deleteLink(id, true)
  }
})
