import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { compact, count, signed } from '../format/numbers.ts'

interface TileProps {
  label: string
  /** undefined while it loads. */
  value: number | undefined
  note?: ReactNode
}

export function Tile({ label, value, note }: TileProps) {
  return (
    <div className="card p-4">
      <dt className="text-[13px] text-dim">{label}</dt>
      <dd className={`mt-1 ${figureStyle}`}>
        <FigureValue value={value} />
      </dd>
      <dd className="mt-1 min-h-10 text-[13px] leading-5 text-dim sm:min-h-5">{value !== undefined && note}</dd>
    </div>
  )
}

export const figureStyle = 'text-[26px] leading-8 font-semibold tracking-tight tabular-nums'

export const FigureValue = ({ value }: { value: number | undefined }) =>
  value === undefined ? (
    <span className="skeleton block h-8 w-20" />
  ) : (
    <span title={count(value)}>{compact(value)}</span>
  )

/** null: no earlier data. The arrow shows the direction without color. */
export function Delta({ change, against }: { change: number | null; against: string }) {
  if (change === null) return <span>No data for the {against}</span>
  const rounded = Math.round(change * 100)
  const Icon = rounded > 0 ? ArrowUp : rounded < 0 ? ArrowDown : Minus
  const color = rounded > 0 ? 'text-good' : rounded < 0 ? 'text-bad' : 'text-dim'
  return (
    <span>
      <Icon aria-hidden size={13} className={`-mt-0.5 mr-1 inline ${color}`} />
      <span className={`font-medium ${color}`}>{signed(change)}</span> vs. {against}
    </span>
  )
}
