import { Columns3 } from 'lucide-react'
import { count } from '../format/numbers.ts'
import { IconButton } from '../parts/button.tsx'
import { lazyMenu } from '../parts/lazy-menu.tsx'
import { type Column, cells } from './columns.ts'
import { mostSelected } from './selection.ts'

const ColumnMenu = lazyMenu(() => import('./column-menu.tsx'), 'ColumnMenu')

interface ListHeadProps {
  /** Rows have two buttons. */
  isTrash: boolean
  total: number
  /** The rows match the previous filter: Select all would select links that are not shown. */
  isOld: boolean
  selected: number
  onAll: () => void
  onNone: () => void
  columns: ReadonlySet<Column>
  onColumns: (columns: ReadonlySet<Column>) => void
}

/** Header of the list: selects all rows and chooses the columns. */
export function ListHead({ isTrash, total, isOld, selected, onAll, onNone, columns, onColumns }: ListHeadProps) {
  const most = Math.min(total, mostSelected)
  return (
    <div className="card flex h-11 items-center gap-2 rounded-b-none pr-2 text-[13px] text-dim sm:gap-4 sm:pr-3">
      <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center">
        <span className="flex w-10 justify-center pointer-coarse:w-11 sm:w-12">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            disabled={total === 0 || (isOld && selected === 0)}
            checked={selected > 0 && selected >= most}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected > 0 && selected < most
            }}
            onChange={() => (selected > 0 ? onNone() : onAll())}
          />
        </span>
        <span>
          {selected > 0
            ? 'Clear selection'
            : total > mostSelected
              ? `Select the first ${count(mostSelected)}`
              : 'Select all'}
        </span>
      </label>
      <Captions columns={columns} isTrash={isTrash} />
      {/* Small screens only have the clicks, and in the trash no columns. */}
      <div className={isTrash ? 'flex w-17 justify-end pointer-coarse:w-23' : 'max-sm:hidden'}>
        <ColumnMenu
          columns={columns}
          onColumns={onColumns}
          trigger={<IconButton Icon={Columns3} title="Columns" className="max-sm:hidden" />}
        />
      </div>
    </div>
  )
}

/** Column titles, as wide as the columns. */
const Captions = ({ columns, isTrash }: Pick<ListHeadProps, 'columns' | 'isTrash'>) => (
  <>
    {(columns.has('tags') || columns.has('campaign')) && (
      <span className={cells.labels}>
        {columns.has('campaign') ? (columns.has('tags') ? 'Campaign, tags' : 'Campaign') : 'Tags'}
      </span>
    )}
    {columns.has('trend') && <span className={cells.trend}>30 days</span>}
    {columns.has('last_click') && <span className={cells.moment}>Last click</span>}
    {columns.has('created') && <span className={cells.moment}>Created</span>}
    {columns.has('clicks') && <span className={`${cells.clicks} ${isTrash ? 'max-sm:hidden' : ''}`}>Clicks</span>}
  </>
)
