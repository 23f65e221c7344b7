import type { ReactNode } from 'react'

/** Shown in place of an empty list, without an API request: see EmptyState. */
export const Nothing = ({ children, action }: { children: ReactNode; action: ReactNode }) => (
  <div className="card flex flex-col items-center gap-4 px-5 py-14 text-center">
    <p className="max-w-md text-dim">{children}</p>
    {action}
  </div>
)
