import { ArchiveRestore, Download, FolderInput, type LucideIcon, QrCode, Tag, Trash2, X } from 'lucide-react'
import type { ShortUrl } from '#schemas/links.ts'
import { count } from '../format/numbers.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { type FlagChange, flagChangesFor } from './form-fields.ts'

export type BulkAction = 'tag' | 'move' | 'codes' | 'export' | 'delete' | 'restore' | 'delete-forever' | FlagChange

interface SelectionBarProps {
  links: readonly ShortUrl[]
  onAct: (action: BulkAction) => void
  onClear: () => void
}

interface NamedAction {
  action: BulkAction
  name: string
  Icon: LucideIcon
}

const exporting: NamedAction = { action: 'export', name: 'Export', Icon: Download }

/** Links in the trash can only be restored, exported, or deleted. The list of all statuses also selects them together with others. */
function actionsFor(links: readonly ShortUrl[]): NamedAction[] {
  const inTrash = links.filter(({ trashed_at }) => trashed_at !== null).length
  if (inTrash === 0) return actionsOutside(links)
  return inTrash === links.length ? actionsInTrash : [exporting]
}

const actionsInTrash: NamedAction[] = [
  { action: 'restore', name: 'Restore', Icon: ArchiveRestore },
  exporting,
  { action: 'delete-forever', name: 'Delete forever', Icon: Trash2 },
]

const actionsOutside = (links: readonly ShortUrl[]): NamedAction[] => [
  { action: 'tag', name: 'Tag', Icon: Tag },
  { action: 'move', name: 'Move', Icon: FolderInput },
  { action: 'codes', name: 'QR codes', Icon: QrCode },
  ...flagChangesFor(links).map((change) => ({ action: change, name: change.name, Icon: change.Icon })),
  exporting,
  { action: 'delete', name: 'Delete', Icon: Trash2 },
]

export const SelectionBar = ({ links, onAct, onClear }: SelectionBarProps) => (
  <div
    role="toolbar"
    aria-label="Actions for the selected links"
    className="fixed inset-x-2 bottom-18 z-30 mx-auto flex w-fit max-w-[calc(100vw-1rem)] items-center gap-1 rounded-xl border border-line bg-raised p-1.5 shadow-xl md:bottom-6 md:left-60"
  >
    <span className="px-2 font-medium whitespace-nowrap tabular-nums">
      {count(links.length)}
      <span className="max-sm:sr-only"> selected</span>
    </span>
    {actionsFor(links).map(({ action, name, Icon }) => (
      <Button key={name} look="bare" title={name} className="max-sm:px-2.5" onClick={() => onAct(action)}>
        <Icon aria-hidden size={15} />
        <span className="max-sm:sr-only">{name}</span>
      </Button>
    ))}
    <IconButton Icon={X} title="Clear selection (Esc)" onClick={onClear} label="Clear selection" />
  </div>
)
