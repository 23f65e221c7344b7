import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { withCode } from '../parts/with-code.ts'

/** Links that were moved to the trash together. */
export interface Trashed {
  size: number
  undo: () => void
  /** True once, for the row that takes the focus of a button that is gone. */
  takeFocus: () => boolean
}

let trashed: ReadonlyMap<string, Trashed> = new Map()
const listeners = new Set<() => void>()

export function setTrashed(change: (map: Map<string, Trashed>) => void): void {
  const next = new Map(trashed)
  change(next)
  trashed = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Links that were just moved to the trash, by ID: lists strike them out. */
export const useTrashed = (): ReadonlyMap<string, Trashed> => useSyncExternalStore(subscribe, () => trashed)

type Act = (links: readonly ShortUrl[]) => void

/** Moves links to the trash, and restores them. Takes as many as one request can move. */
export function useTrash(): { trash: Act; restore: Act } {
  const queries = useQueryClient()
  const trash: Act = useCallback(
    (links) => withCode(import('./move-links.ts'), ({ moveToTrash }) => moveToTrash(queries, links)),
    [queries],
  )
  const restore: Act = useCallback(
    (links) => withCode(import('./move-links.ts'), ({ restoreFromTrash }) => void restoreFromTrash(queries, links)),
    [queries],
  )
  return { trash, restore }
}
