import { useSyncExternalStore } from 'react'

export const tickMs = 20_000

/** A clock that all components share. It stops while there are none. */
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

/** Reads a value again with each tick of the clock. */
export const useClock = <Reading>(read: () => Reading): Reading => useSyncExternalStore(subscribe, read)
