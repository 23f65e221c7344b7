import { useSyncExternalStore } from 'react'

export const tickMs = 20_000

/** One clock for all, which stands while nobody looks at it. */
const listeners = new Set<() => void>()
const clock: { timer?: ReturnType<typeof setInterval> } = {}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) clock.timer = setInterval(() => listeners.forEach((tell) => tell()), tickMs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(clock.timer)
  }
}

/** What is read from the time, read again with each tick. */
export const useClock = <Reading>(read: () => Reading): Reading => useSyncExternalStore(subscribe, read)
