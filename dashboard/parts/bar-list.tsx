import { type ReactNode, useState } from 'react'
import { count, share } from '../format/numbers.ts'

export interface Bar {
  key: string
  label: string
  icon?: ReactNode
  value: number
}

interface BarListProps {
  bars: Bar[]
  /** What the bars are a share of. */
  total: number
  /** The one that the page is filtered by. */
  chosen?: string | undefined
  /** Without it the rows are no buttons. */
  onChoose?: (key: string) => void
  empty: string
}

const firstRows = 6

/** Bars behind their labels, in place of a table: six of them, then all. */
export function BarList({ bars, total, chosen, onChoose, empty }: BarListProps) {
  const [showsAll, setShowsAll] = useState(false)
  const most = Math.max(1, ...bars.map(({ value }) => value))
  if (bars.length === 0) return <p className="py-6 text-center text-dim">{empty}</p>
  return (
    <>
      <ul className="flex flex-col gap-1">
        {(showsAll ? bars : bars.slice(0, firstRows)).map((bar) => (
          <li key={bar.key}>
            <Row
              bar={bar}
              width={bar.value / most}
              part={share(bar.value, total)}
              chosen={chosen}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      {bars.length > firstRows && (
        <button
          type="button"
          className="mt-3 self-start rounded-md py-1 text-[13px] font-medium text-dim hover:text-text"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `View all ${bars.length}`}
        </button>
      )}
    </>
  )
}

interface RowProps extends Pick<BarListProps, 'chosen'> {
  bar: Bar
  /** Of the longest: 0 to 1. */
  width: number
  part: string
  onChoose: BarListProps['onChoose'] | undefined
}

function Row({ bar, width, part, chosen, onChoose }: RowProps) {
  const style = 'group relative flex h-8 w-full items-center gap-2 rounded-md px-2 text-left'
  const content = (
    <>
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 rounded-md bg-tint transition-[width] duration-150"
        style={{ width: `${Math.max(1, width * 100)}%` }}
      />
      <span className="relative flex min-w-0 flex-1 items-center gap-2">
        {bar.icon}
        <span className="truncate">{bar.label}</span>
      </span>
      <span className="relative text-xs text-dim opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
        {part}
      </span>
      <span className="relative font-medium tabular-nums">{count(bar.value)}</span>
    </>
  )
  if (onChoose === undefined) return <div className={style}>{content}</div>
  const isChosen = chosen !== undefined && chosen.toLowerCase() === bar.key.toLowerCase()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={isChosen ? 'Show all again' : `Only ${bar.label}`}
      className={`${style} hover:bg-sunken aria-pressed:ring-2 aria-pressed:ring-accent`}
      onClick={() => onChoose(bar.key)}
    >
      {content}
    </button>
  )
}
