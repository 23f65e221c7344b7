import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { count } from '../format/numbers.ts'
import { Menu, MenuItem, MenuLabel } from '../parts/menu.tsx'
import type { ExportProps } from './export-button.tsx'
import { saveLines } from './file.ts'

export function ExportMenu({ name, load, top, trigger }: ExportProps & { trigger: ReactNode }) {
  async function save(format: 'csv' | 'json') {
    try {
      saveLines(`waymark-${name}`, format, await load())
    } catch (error) {
      toast.error('This could not be exported', { description: messageOf(error) })
    }
  }
  return (
    <Menu trigger={trigger}>
      <MenuLabel>{top === undefined ? 'All rows' : `The top ${count(top)}`}, as they are filtered</MenuLabel>
      <MenuItem onSelect={() => void save('csv')}>CSV</MenuItem>
      <MenuItem onSelect={() => void save('json')}>JSON</MenuItem>
    </Menu>
  )
}
