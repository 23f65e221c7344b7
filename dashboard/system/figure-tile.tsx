import type { ReactNode } from 'react'

interface FigureTileProps {
  label: string
  value: string
  note: ReactNode
  isLoading: boolean
}

/** A tile whose figure has a unit, or is a word. */
export const FigureTile = ({ label, value, note, isLoading }: FigureTileProps) => (
  <div className="card min-w-0 p-4">
    <dt className="text-[13px] text-dim">{label}</dt>
    <dd className="mt-1 truncate text-[22px] leading-8 font-semibold tracking-tight tabular-nums">
      {isLoading ? <span className="skeleton block h-8 w-20" /> : value}
    </dd>
    <dd className="mt-1 h-5 truncate text-[13px] text-dim">{!isLoading && note}</dd>
  </div>
)
