import { useEffect } from 'react'

/** After the first paint, so that Home does not wait for it. */
export const prefetchAfterMs = 1_500

/** Loads a module ahead. `load` must not change between renders. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [load])
}
