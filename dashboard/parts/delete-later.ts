import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'

/** A deletion cannot be taken back once it is done, so it is done after this. */
const undoMs = 6_000

export interface Deletion {
  id: string
  name: string
  /** What follows from it. */
  about: string
  /** keepalive: it goes on when the page is left. */
  carryOut: (keepalive: boolean) => Promise<unknown>
  /** What is old then. */
  refreshes: QueryKey
}

interface Leaving extends Deletion {
  timer: ReturnType<typeof setTimeout>
}

/** What is gone for the reader, and soon for everybody. */
let leaving: ReadonlyMap<string, Leaving> = new Map()
const listeners = new Set<() => void>()

function setLeaving(change: (map: Map<string, Leaving>) => void): void {
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

/** Hides a thing at once, and deletes it when nobody has taken that back. */
export function useDeleteLater(): (deletion: Deletion) => void {
  const queries = useQueryClient()
  return (deletion) => {
    const { id, name, about } = deletion
    const timer = setTimeout(() => void finish(queries, deletion), undoMs)
    setLeaving((map) => map.set(id, { ...deletion, timer }))
    toast(`Deleted ${name}`, {
      id: `delete-${id}`,
      description: about,
      duration: undoMs,
      action: {
        label: 'Undo',
        onClick: () => {
          clearTimeout(timer)
          setLeaving((map) => map.delete(id))
        },
      },
    })
  }
}

async function finish(queries: QueryClient, { id, name, carryOut, refreshes }: Deletion): Promise<void> {
  try {
    await carryOut(false)
  } catch (error) {
    toast.error(`${name} is still there`, { description: messageOf(error) })
  }
  await queries.invalidateQueries({ queryKey: refreshes })
  setLeaving((map) => map.delete(id))
}

/** Who leaves the page has not taken it back. */
addEventListener('pagehide', () => {
  for (const { timer, carryOut } of leaving.values()) {
    clearTimeout(timer)
    void carryOut(true)
  }
})
