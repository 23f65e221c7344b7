import type { Triggered } from '../parts/lazy-menu.tsx'
import { Menu, MenuCheckItem } from '../parts/menu.tsx'
import { allColumns, type Column, columnNames } from './columns.ts'

interface ColumnMenuProps extends Triggered {
  columns: ReadonlySet<Column>
  onColumns: (columns: ReadonlySet<Column>) => void
}

export const ColumnMenu = ({ columns, onColumns, trigger }: ColumnMenuProps) => (
  <Menu trigger={trigger} width="min-w-48">
    {allColumns.map((column) => (
      <MenuCheckItem
        key={column}
        checked={columns.has(column)}
        onChange={(isShown) =>
          onColumns(new Set(allColumns.filter((one) => (one === column ? isShown : columns.has(one)))))
        }
      >
        {columnNames[column]}
      </MenuCheckItem>
    ))}
  </Menu>
)
