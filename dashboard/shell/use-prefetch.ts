import { useEffect } from 'react'

const afterMs = 1_500

/** Loads a module shortly after the first paint. `load` must not change between renders. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), afterMs)
    return () => clearTimeout(timer)
  }, [load])
}
