import { type ReactNode, useEffect } from 'react'

/** The one first heading of a page, its title in the tab, and what can be done there. */
export function PageHead({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  useTitle(title)
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 className="truncate text-xl font-semibold tracking-tight">{title}</h1>
        {about !== undefined && <p className="text-dim">{about}</p>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}

/** Of the tab; undefined while it is not known what the page is about. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Waymark`
  }, [title])
}
