import { useSyncExternalStore } from 'react'

/** Below the breakpoint `sm`. */
const narrow = matchMedia('(width < 40rem)')

const subscribe = (changed: () => void) => {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Whether the screen is that of a phone, where filters open in a sheet. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
