import type { ReactNode } from 'react'

/** Keys can scroll what takes the focus. */
const scrollable = { tabIndex: 0 }

/** A table that scrolls sideways where it does not fit. `className`: its least width. */
export const WideTable = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className="relative -mx-1 overflow-x-auto px-1" {...scrollable}>
    <table className={`w-full text-left ${className}`}>{children}</table>
  </div>
)
