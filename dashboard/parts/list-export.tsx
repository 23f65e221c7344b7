import { Download } from 'lucide-react'
import type { ExportedList } from '../api/list-exports.ts'
import { Button } from './button.tsx'
import { lazyMenu } from './lazy-menu.tsx'

const ListExportMenu = lazyMenu(() => import('./list-export-menu.tsx'), 'ListExportMenu')

/** Exports the list with its current filters. */
export const ListExport = (exported: ExportedList) => (
  <ListExportMenu exported={exported} trigger={<Button Icon={Download}>Export</Button>} />
)
