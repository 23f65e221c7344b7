import { type ReactNode, useState } from 'react'
import { count } from '../format/numbers.ts'
import { BarRow } from './bar-row.tsx'
import { lazyPart } from './lazy-part.tsx'

const AllBars = lazyPart(() => import('./all-bars.tsx'), 'AllBars')

export interface Bar {
  key: string
  label: string
  /** Shown after the label, to distinguish equal labels. */
  hint?: string
  icon?: ReactNode
  value: number
  /** Cannot be used as a filter. */
  isInert?: boolean
  /** Shown next to the row, such as a link to its page. */
  beside?: ReactNode
}

export interface BarListProps {
  bars: Bar[]
  /** The total that shares refer to; undefined while it loads. */
  total: number | undefined
  /** There may be more bars, with lower values. */
  isTop?: boolean | undefined
  /** The bar that filters the page. */
  chosen?: string | undefined
  /** Makes the rows buttons. */
  onChoose?: ((key: string) => void) | undefined
  empty: string
  /** Title of the dialog with all bars. */
  title?: string
  /** Shows all bars, if `bars` has only some of them. Their number is unknown then. */
  onViewAll?: (() => void) | undefined
  /** Shown at the end of the line below the bars. */
  aside?: ReactNode
}

export const firstRows = 6

/** A list with bars behind the labels: the first six here, all of them in a dialog. */
export function BarList(props: BarListProps) {
  const { bars, total, isTop = false, chosen, onChoose, empty, title = 'All', onViewAll, aside } = props
  const [showsAll, setShowsAll] = useState(false)
  if (bars.length === 0) return <p className="flex flex-1 items-center justify-center py-6 text-dim">{empty}</p>
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const all = bars.length
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
        <div className="mt-auto flex min-h-8 items-center justify-between pt-3">
          {all > firstRows && (
            <button
              type="button"
              className="rounded-md px-2 py-1 pointer-coarse:min-h-11 text-[13px] font-medium text-dim hover:bg-sunken hover:text-text"
              onClick={onViewAll ?? (() => setShowsAll(true))}
            >
              View {isTop ? 'top' : 'all'}
              {onViewAll === undefined && <span className="tabular-nums"> {count(all)}</span>}
              <span className="sr-only"> {title}</span>
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
