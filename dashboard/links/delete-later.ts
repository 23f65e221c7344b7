import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { deleteLink, deleteLinks, linksKey } from '../api/links.ts'
import { count } from '../format/numbers.ts'

/** A deletion cannot be taken back once it is done, so it is done after this. */
const undoMs = 6_000

/** Links that go together. */
interface Leaving {
  ids: readonly string[]
  timer: ReturnType<typeof setTimeout>
  takeBack: () => void
}

/** Links that are gone for the reader, and soon for everybody: which others each goes with, by its id. */
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

/** The links that are on their way out, each with how it is taken back. */
export const useLeaving = (): ReadonlyMap<string, Pick<Leaving, 'takeBack'>> =>
  useSyncExternalStore(subscribe, () => leaving)

/** Strikes links out at once, and deletes them when nobody has taken that back. At most as many as one call deletes. */
export function useDeleteLater(): (links: readonly ShortUrl[]) => void {
  const queries = useQueryClient()
  return (links) => {
    const ids = links.map(({ id }) => id)
    const timer = setTimeout(() => void carryOut(queries, links), undoMs)
    const takeBack = () => {
      clearTimeout(timer)
      setLeaving((map) => ids.forEach((id) => map.delete(id)))
    }
    setLeaving((map) => ids.forEach((id) => map.set(id, { ids, timer, takeBack })))
    toast(`Deleted ${nameOf(links)}`, {
      id: toastOf(ids),
      description: 'Visitors will not find what is deleted any more.',
      duration: undoMs,
      action: { label: 'Undo', onClick: takeBack },
    })
  }
}

const toastOf = (ids: readonly string[]) => `delete-${ids[0]}-${ids.length}`
const nameOf = (links: readonly ShortUrl[]) =>
  links.length === 1 ? links[0]?.short_code : `${count(links.length)} links`

async function carryOut(queries: QueryClient, links: readonly ShortUrl[]): Promise<void> {
  const ids = links.map(({ id }) => id)
  try {
    const failed = ids.length === 1 ? await deleteOne(ids) : (await deleteLinks(ids)).failed
    const [first] = failed
    if (first !== undefined) {
      const { short_code = '' } = links[first.index] ?? {}
      toast.error(`${count(failed.length)} of ${count(ids.length)} links are still there`, {
        description: `${short_code}: ${first.message}`,
      })
    }
  } catch (error) {
    toast.error(`${nameOf(links)} ${ids.length === 1 ? 'is' : 'are'} still there`, { description: messageOf(error) })
  }
  await queries.invalidateQueries({ queryKey: linksKey })
  setLeaving((map) => ids.forEach((id) => map.delete(id)))
}

async function deleteOne([id = '']: string[]): Promise<{ index: number; message: string }[]> {
  await deleteLink(id)
  return []
}

/** Who leaves the page has not taken it back. */
addEventListener('pagehide', () => {
  for (const { ids, timer } of new Set(leaving.values())) {
    clearTimeout(timer)
    void (ids.length === 1 ? deleteLink(ids[0] ?? '', true) : deleteLinks(ids, true))
  }
})
