import { type ReactNode, useState } from 'react'
import { count } from '../format/numbers.ts'
import { BarRow } from './bar-row.tsx'
import { lazyPart } from './lazy-part.tsx'

const AllBars = lazyPart(() => import('./all-bars.tsx'), 'AllBars')

export interface Bar {
  key: string
  label: string
  /** Behind the label: what tells it from others like it. */
  hint?: string
  icon?: ReactNode
  value: number
  /** Nothing can be filtered by it. */
  isInert?: boolean
  /** Stands beside the row: a way to what it is about. */
  beside?: ReactNode
}

export interface BarListProps {
  bars: Bar[]
  /** What the bars are a share of; undefined while that is loading. */
  total: number | undefined
  /** There may be more of them, with less. */
  isTop?: boolean | undefined
  /** The one that the page is filtered by. */
  chosen?: string | undefined
  /** Without it the rows are no buttons. */
  onChoose?: ((key: string) => void) | undefined
  empty: string
  /** Of the dialog with all of them. */
  title?: string
  /** How many there are, where not all of them are given; with a dialog of one's own. */
  count?: number | undefined
  onViewAll?: (() => void) | undefined
  /** At the end of the line below the bars. */
  aside?: ReactNode
}

export const firstRows = 6

/** Bars behind their labels, in place of a table: six of them, and all in a dialog. */
export function BarList(props: BarListProps) {
  const { bars, total, isTop = false, chosen, onChoose, empty, title = 'All', onViewAll, aside } = props
  const [showsAll, setShowsAll] = useState(false)
  if (bars.length === 0) return <p className="flex flex-1 items-center justify-center py-6 text-dim">{empty}</p>
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const all = props.count ?? bars.length
  return (
    <>
      <ul className="flex flex-col gap-1">
        {bars.slice(0, firstRows).map((bar) => (
          <li key={bar.key}>
            <BarRow bar={bar} most={most} total={total} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {(all > firstRows || aside !== undefined) && (
        <div className="mt-auto flex h-8 items-center justify-between pt-3">
          {all > firstRows && (
            <button
              type="button"
              className="rounded-md px-2 py-1 text-[13px] font-medium text-dim hover:bg-sunken hover:text-text"
              onClick={onViewAll ?? (() => setShowsAll(true))}
            >
              View {isTop ? 'top' : 'all'} <span className="tabular-nums">{count(all)}</span>
              <span className="sr-only"> of {title}</span>
            </button>
          )}
          <span className="ml-auto">{aside}</span>
        </div>
      )}
      {showsAll && (
        <AllBars
          title={title}
          bars={bars}
          total={total}
          isTop={isTop}
          chosen={chosen}
          onChoose={onChoose}
          onClose={() => setShowsAll(false)}
        />
      )}
    </>
  )
}
