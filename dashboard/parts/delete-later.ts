import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { refreshLinked } from '../api/refresh.ts'

/** A deletion is final, so it is sent after this delay. */
const undoMs = 6_000

export interface Deletion {
  /** Everything that is deleted together. */
  ids: readonly string[]
  name: string
  about: string
  /** keepalive: the request continues after the page is closed. */
  carryOut: (keepalive: boolean) => Promise<unknown>
}

interface Leaving extends Deletion {
  toastId: string
  timer: ReturnType<typeof setTimeout>
  /** It was sent or undone. */
  isSettled: boolean
  isDone: boolean
}

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

/** Pending and completed deletions by ID: lists hide them. */
export const useLeaving = (): Pick<ReadonlyMap<string, unknown>, 'has'> =>
  useSyncExternalStore(subscribe, () => leaving)

/** Starts a deletion that can be undone until it is sent. */
export function useDeleteLater(): (deletion: Deletion) => void {
  const queries = useQueryClient()
  return useCallback((deletion: Deletion) => start(queries, deletion), [queries])
}

function start(queries: QueryClient, deletion: Deletion): void {
  const { ids, name, about } = deletion
  const toastId = `delete-${ids[0]}-${ids.length}`
  const timer = setTimeout(() => void finish(queries, entry), undoMs)
  const entry: Leaving = { ...deletion, toastId, timer, isSettled: false, isDone: false }
  const takeBack = () => {
    // The toast may be fading out.
    if (entry.isSettled) return
    settle(entry)
    forget(ids)
  }
  setLeaving((map) => ids.forEach((id) => map.set(id, entry)))
  toast(`${name} deleted`, {
    id: toastId,
    description: about,
    // The clock of toasts stops in hidden tabs and below the pointer. That of the deletion must not.
    duration: Infinity,
    action: { label: 'Undo', onClick: takeBack },
  })
}

/** Ends the time to undo, and the toast that offers it. */
function settle(entry: Leaving): void {
  clearTimeout(entry.timer)
  entry.isSettled = true
  toast.dismiss(entry.toastId)
}

const forget = (ids: readonly string[]) => setLeaving((map) => ids.forEach((id) => map.delete(id)))

/** Imported objects can have the IDs of deleted ones. */
export const showImported = (): void =>
  setLeaving((map) => {
    for (const [id, { isDone }] of map) if (isDone) map.delete(id)
  })

async function finish(queries: QueryClient, entry: Leaving): Promise<void> {
  const { ids, name, carryOut } = entry
  settle(entry)
  try {
    await carryOut(false)
    // Stays hidden, also in lists that fail to load again.
    entry.isDone = true
  } catch (error) {
    toast.error(`Could not delete ${name}`, { description: messageOf(error) })
  }
  await refreshLinked(queries)
  if (!entry.isDone) forget(ids)
}

/** Sends the pending deletions at once: after a sign-out, or in another account, they would be refused. */
export async function sendDeletions(): Promise<void> {
  const pending = [...new Set(leaving.values())].filter(({ isDone }) => !isDone)
  for (const entry of pending) settle(entry)
  await Promise.allSettled(pending.map(({ carryOut }) => carryOut(true)))
  for (const { ids } of pending) forget(ids)
}

/** Leaving the page sends the pending deletions. */
addEventListener('pagehide', () => void sendDeletions())
