import { Check, Columns3 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Button } from '../parts/button.tsx'
import { leaveTaken } from '../parts/use-give-back.ts'
import { allColumns, type Column, columnNames } from './columns.ts'

interface ColumnMenuProps {
  columns: ReadonlySet<Column>
  onColumns: (columns: ReadonlySet<Column>) => void
}

/** Loaded when it is first opened, and open then. It stays while several are chosen. */
export const ColumnMenu = ({ columns, onColumns }: ColumnMenuProps) => (
  <DropdownMenu.Root defaultOpen modal={false}>
    <DropdownMenu.Trigger asChild>
      <Button look="bare" size="icon" title="Columns">
        <Columns3 aria-hidden size={15} />
        <span className="sr-only">Columns</span>
      </Button>
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={leaveTaken}
        className="z-30 min-w-48 rounded-md border border-line bg-raised p-1 shadow-lg"
      >
        {allColumns.map((column) => (
          <DropdownMenu.CheckboxItem
            key={column}
            className="flex h-8 cursor-pointer items-center gap-2 rounded pr-3 pl-8 outline-none data-highlighted:bg-sunken"
            checked={columns.has(column)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(isShown) =>
              onColumns(new Set(allColumns.filter((one) => (one === column ? isShown : columns.has(one)))))
            }
          >
            <DropdownMenu.ItemIndicator className="absolute left-3">
              <Check aria-hidden size={14} />
            </DropdownMenu.ItemIndicator>
            {columnNames[column]}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)
