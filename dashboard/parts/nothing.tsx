import type { ReactNode } from 'react'

interface NothingProps {
  /** A sentence. */
  children: ReactNode
  /** What can be done about it. */
  action: ReactNode
}

/** In place of a list of nothing, where the API has no call of its own for it: see EmptyState. */
export const Nothing = ({ children, action }: NothingProps) => (
  <div className="card flex flex-col items-center gap-4 px-5 py-14 text-center">
    <p className="max-w-md text-dim">{children}</p>
    {action}
  </div>
)
