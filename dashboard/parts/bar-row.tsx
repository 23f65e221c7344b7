import type { ReactNode } from 'react'
import { count, share } from '../format/numbers.ts'
import type { Bar, BarListProps } from './bar-list.tsx'

interface BarRowProps extends Pick<BarListProps, 'total' | 'chosen' | 'onChoose'> {
  bar: Bar
  most: number
  /** Shows the share always, not only on hover. */
  showsShare?: boolean
}

export function BarRow({ bar, most, total, chosen, onChoose, showsShare = false }: BarRowProps) {
  const style =
    'group relative flex h-8 pointer-coarse:h-11 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left'
  const content = (
    <>
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 rounded-md bg-tint transition-[width] duration-150"
        style={{ width: `${Math.max(1, (bar.value / most) * 100)}%` }}
      />
      <span className="relative flex min-w-0 flex-1 items-center gap-2">
        {bar.icon}
        <span className={bar.hint === undefined ? 'truncate' : 'max-w-3/4 shrink-0 truncate'}>{bar.label}</span>
        {bar.hint !== undefined && <span className="min-w-0 truncate text-xs text-dim">{bar.hint}</span>}
      </span>
      <span
        className={`relative text-xs text-dim tabular-nums ${showsShare ? '' : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'}`}
      >
        {total !== undefined && share(bar.value, total)}
      </span>
      <span className="relative font-medium tabular-nums">{count(bar.value)}</span>
    </>
  )
  return (
    <div className="flex items-center gap-1">
      {onChoose === undefined || bar.isInert === true ? (
        <div className={style}>{content}</div>
      ) : (
        <Choice bar={bar} style={style} chosen={chosen} onChoose={onChoose}>
          {content}
        </Choice>
      )}
      {bar.beside}
    </div>
  )
}

interface ChoiceProps {
  bar: Bar
  style: string
  chosen: string | undefined
  onChoose: (key: string) => void
  children: ReactNode
}

function Choice({ bar, style, chosen, onChoose, children }: ChoiceProps) {
  const isChosen = chosen !== undefined && chosen.toLowerCase() === bar.key.toLowerCase()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={isChosen ? 'Remove filter' : `Filter by ${bar.label}`}
      className={`${style} hover:bg-sunken aria-pressed:ring-2 aria-pressed:ring-accent aria-pressed:ring-inset`}
      onClick={() => onChoose(bar.key)}
    >
      {children}
    </button>
  )
}
