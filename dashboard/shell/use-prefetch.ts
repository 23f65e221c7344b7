import { useEffect } from 'react'

const afterMs = 1_500

/** Loads what is not for the first paint, but is to be there when it is wanted. The loader stays the same. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), afterMs)
    return () => clearTimeout(timer)
  }, [load])
}
