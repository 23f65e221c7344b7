import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Keeps the figures of the page up to date while clicks arrive. The code for it loads after the page. */
export function useLiveFigures(isOn = true): void {
  const queries = useQueryClient()
  useEffect(() => {
    const page = new AbortController()
    if (isOn) {
      void import('./live-figures.ts').then(({ keepUpdated }) => {
        if (!page.signal.aborted) page.signal.addEventListener('abort', keepUpdated(queries))
      })
    }
    return () => page.abort()
  }, [queries, isOn])
}
