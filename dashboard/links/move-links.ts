import type { QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { trashDays } from '#schemas/account-limits.ts'
import type { BulkShortUrls } from '#schemas/bulk-links.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { Failure, messageOf } from '../api/failure.ts'
import { restoreLinks, trashLinks } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { count, quantity } from '../format/numbers.ts'
import { setTrashed } from './trash.ts'

/** How long the rows of links that were moved to the trash stay in the list. */
const undoMs = 8_000

/** Moves links to the trash at once. Their rows stay for a moment, with a button to undo. */
export function moveToTrash(queries: QueryClient, links: readonly ShortUrl[]): void {
  if (links.length === 0) return
  const ids = links.map(({ id }) => id)
  const toastId = `trash-${ids[0]}-${ids.length}`
  const forget = () => setTrashed((map) => ids.forEach((id) => map.delete(id)))
  const sent = send(links, trashLinks, 'moved to the trash')
  const timer = setTimeout(() => void finish(), undoMs)
  void sent.then((moved) => {
    if (moved > 0) return
    clearTimeout(timer)
    forget()
    toast.dismiss(toastId)
  })

  async function finish(): Promise<void> {
    await sent
    await refreshLinked(queries)
    forget()
  }
  const undo = () => {
    clearTimeout(timer)
    forget()
    // Its button has no effect any longer.
    toast.dismiss(toastId)
    void sent.then(() => restoreFromTrash(queries, links))
  }
  let isFocusFree = true
  const takeFocus = () => {
    const isTaken = isFocusFree
    isFocusFree = false
    return isTaken
  }
  setTrashed((map) => ids.forEach((id) => map.set(id, { size: links.length, undo, takeFocus })))
  // Rows that are scrolled into view later do not take it.
  requestAnimationFrame(takeFocus)
  toast(`${nameOf(links)} moved to the trash`, {
    id: toastId,
    description: `Links in the trash are deleted after ${trashDays} days.`,
    duration: undoMs,
    action: { label: 'Undo', onClick: undo },
  })
}

export async function restoreFromTrash(queries: QueryClient, links: readonly ShortUrl[]): Promise<void> {
  const restored = await send(links, restoreLinks, 'restored')
  await refreshLinked(queries)
  if (restored > 0) toast.success(`${restored === links.length ? nameOf(links) : quantity(restored, 'link')} restored`)
}

type Send = (ids: readonly string[]) => Promise<Pick<BulkShortUrls, 'failed'>>

/** The number of links that were moved. Some may fail while others are moved. */
async function send(links: readonly ShortUrl[], request: Send, done: string): Promise<number> {
  try {
    const { failed } = await request(links.map(({ id }) => id))
    const [first] = failed
    if (first !== undefined) {
      toast.error(`${count(failed.length)} of ${quantity(links.length, 'link')} could not be ${done}`, {
        description: `${links[first.index]?.short_code}: ${messageOf(new Failure(first.message))}`,
      })
    }
    return links.length - failed.length
  } catch (error) {
    toast.error(`${nameOf(links)} could not be ${done}`, { description: messageOf(error) })
    return 0
  }
}

export const nameOf = (links: readonly ShortUrl[]) =>
  links.length === 1 ? (links[0]?.short_code ?? '') : quantity(links.length, 'link')
