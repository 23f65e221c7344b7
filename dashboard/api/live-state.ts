import { useSyncExternalStore } from 'react'

/** Whether figures are updated as clicks arrive. The code that updates them loads after the page. */
export type LiveState = 'connecting' | 'live' | 'reconnecting'

const kept: { state: LiveState } = { state: 'connecting' }
const viewers = new Set<() => void>()

export function setLiveState(state: LiveState): void {
  kept.state = state
  viewers.forEach((viewer) => viewer())
}

export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => kept.state)

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer)
  return () => viewers.delete(viewer)
}
