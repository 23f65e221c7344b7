import type { ReactNode } from 'react'

/** A control in a sheet with its label, which the control has for screen readers too. */
export const Named = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-3">
    <span aria-hidden className="text-dim">
      {label}
    </span>
    {children}
  </div>
)
