import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { compact, count, signed } from '../format/numbers.ts'

interface TileProps {
  label: string
  /** Still loading while undefined. */
  value: number | undefined
  note?: ReactNode
}

/** A figure with what it has to be compared with. */
export function Tile({ label, value, note }: TileProps) {
  return (
    <div className="card p-4">
      <dt className="text-[13px] text-dim">{label}</dt>
      <dd className="mt-1 text-[26px] leading-8 font-semibold tracking-tight tabular-nums">
        {value === undefined ? (
          <span className="skeleton block h-8 w-20" />
        ) : (
          <span title={count(value)}>{compact(value)}</span>
        )}
      </dd>
      <dd className="mt-1 flex h-5 items-center text-[13px] text-dim">{value !== undefined && note}</dd>
    </div>
  )
}

/** null: there was nothing before. An arrow says the direction too, not the colour alone. */
export function Delta({ change, against }: { change: number | null; against: string }) {
  if (change === null) return <span>none in the {against}</span>
  const rounded = Math.round(change * 100)
  const Icon = rounded > 0 ? ArrowUp : rounded < 0 ? ArrowDown : Minus
  const colour = rounded > 0 ? 'text-good' : rounded < 0 ? 'text-bad' : 'text-dim'
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Icon aria-hidden size={13} className={`shrink-0 ${colour}`} />
      <span className={`font-medium ${colour}`}>{signed(change)}</span>
      <span className="truncate">on the {against}</span>
    </span>
  )
}
