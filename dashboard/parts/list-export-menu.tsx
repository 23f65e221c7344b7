import { type ExportedList, listExportUrl } from '../api/list-exports.ts'
import { download } from './download.ts'
import type { Triggered } from './lazy-menu.tsx'
import { Menu, MenuItem, MenuLabel } from './menu.tsx'

const formats = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const

export const ListExportMenu = ({ exported, trigger }: Triggered & { exported: ExportedList }) => (
  <Menu trigger={trigger}>
    <MenuLabel>All rows that match the filters</MenuLabel>
    {formats.map(([format, name]) => (
      <MenuItem key={format} onSelect={() => download(listExportUrl(exported, format))}>
        {name}
      </MenuItem>
    ))}
  </Menu>
)
