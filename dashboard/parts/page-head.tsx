import { type ReactNode, useEffect } from 'react'

/** Heading of a page, title of its tab, and its actions. */
export function PageHead({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  useTitle(title)
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      {/* Where the actions are does not depend on the text, which may load later. */}
      <div className="min-w-0 flex-1 basis-24">
        <h1 className="truncate text-xl font-semibold tracking-tight">{title}</h1>
        {about !== undefined && <p className="text-dim">{about}</p>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}

/** Sets the title of the tab; undefined while the title loads. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Waymark`
  }, [title])
}
