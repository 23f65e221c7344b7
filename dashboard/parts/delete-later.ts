import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { refreshLinked } from '../api/refresh.ts'

/** A deletion cannot be taken back once it is done, so it is done after this. */
const undoMs = 6_000

export interface Deletion {
  /** What goes together: one thing, or many. */
  ids: readonly string[]
  name: string
  /** What follows from it. */
  about: string
  /** keepalive: it goes on when the page is left. */
  carryOut: (keepalive: boolean) => Promise<unknown>
}

interface Leaving extends Deletion {
  timer: ReturnType<typeof setTimeout>
  takeBack: () => void
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

/** What lists leave out or strike out, by its id, with how it is taken back. */
export const useLeaving = (): ReadonlyMap<string, Pick<Leaving, 'takeBack'>> =>
  useSyncExternalStore(subscribe, () => leaving)

/** Hides a thing at once, and deletes it when nobody has taken that back. */
export function useDeleteLater(): (deletion: Deletion) => void {
  const queries = useQueryClient()
  return useCallback((deletion: Deletion) => start(queries, deletion), [queries])
}

function start(queries: QueryClient, deletion: Deletion): void {
  const { ids, name, about } = deletion
  const told = `delete-${ids[0]}-${ids.length}`
  const timer = setTimeout(() => void finish(queries, deletion), undoMs)
  const takeBack = () => {
    clearTimeout(timer)
    forget(ids)
    // It offered the same.
    toast.dismiss(told)
  }
  const entry = { ...deletion, timer, takeBack }
  setLeaving((map) => ids.forEach((id) => map.set(id, entry)))
  toast(`Deleted ${name}`, {
    id: told,
    description: about,
    duration: undoMs,
    action: { label: 'Undo', onClick: takeBack },
  })
}

const forget = (ids: readonly string[]) => setLeaving((map) => ids.forEach((id) => map.delete(id)))

async function finish(queries: QueryClient, { ids, name, carryOut }: Deletion): Promise<void> {
  try {
    await carryOut(false)
  } catch (error) {
    toast.error(`${name} is still there`, { description: messageOf(error) })
  }
  await refreshLinked(queries)
  forget(ids)
}

/** Who leaves the page has not taken it back. */
addEventListener('pagehide', () => {
  for (const { timer, carryOut } of new Set(leaving.values())) {
    clearTimeout(timer)
    void carryOut(true)
  }
})
