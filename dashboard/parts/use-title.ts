import { useEffect } from 'react'

/** Of the tab; undefined while it is not known what the page is about. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Waymark`
  }, [title])
}
