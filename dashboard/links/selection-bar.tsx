import { Download, FolderInput, QrCode, Tag, Trash2, X } from 'lucide-react'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'

export type BulkAction = 'tag' | 'move' | 'codes' | 'export' | 'delete'

interface SelectionBarProps {
  size: number
  onAct: (action: BulkAction) => void
  onClear: () => void
}

const actions = [
  { action: 'tag', name: 'Tag', Icon: Tag },
  { action: 'move', name: 'Move', Icon: FolderInput },
  { action: 'codes', name: 'QR codes', Icon: QrCode },
  { action: 'export', name: 'Export', Icon: Download },
  { action: 'delete', name: 'Delete', Icon: Trash2 },
] as const

/** What can be done with all that is selected: over the list, where the eyes are. */
export const SelectionBar = ({ size, onAct, onClear }: SelectionBarProps) => (
  <>
    <p role="status" className="sr-only">
      {size === 0 ? '' : `${count(size)} selected`}
    </p>
    {size > 0 && (
      <div
        role="toolbar"
        aria-label="What to do with the selected links"
        className="fixed inset-x-2 bottom-18 z-30 mx-auto flex w-fit max-w-[calc(100vw-1rem)] items-center gap-1 rounded-xl border border-line bg-raised p-1.5 shadow-xl md:bottom-6 md:left-60"
      >
        <span className="px-2 font-medium whitespace-nowrap tabular-nums">
          {count(size)}
          <span className="max-sm:sr-only"> selected</span>
        </span>
        {actions.map(({ action, name, Icon }) => (
          <Button key={action} look="bare" title={name} className="max-sm:px-2.5" onClick={() => onAct(action)}>
            <Icon aria-hidden size={15} />
            <span className="max-sm:sr-only">{name}</span>
          </Button>
        ))}
        <Button look="bare" size="icon" title="Select none (Esc)" onClick={onClear}>
          <X aria-hidden size={15} />
          <span className="sr-only">Select none</span>
        </Button>
      </div>
    )}
  </>
)
