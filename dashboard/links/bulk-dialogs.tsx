import { lazy, Suspense } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import type { LinkFilter } from '../api/links.ts'

const TagDialog = lazy(async () => ({ default: (await import('./tag-dialog.tsx')).TagDialog }))
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))
const CodesDialog = lazy(async () => ({ default: (await import('./codes-dialog.tsx')).CodesDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

export type BulkDialog = 'tag' | 'move' | 'codes' | 'export-all'

interface BulkDialogsProps {
  open: BulkDialog | null
  links: readonly ShortUrl[]
  filter: LinkFilter
  found: number
  onClose: () => void
}

/** What asks something before it is done to many links. */
export const BulkDialogs = ({ open, links, filter, found, onClose }: BulkDialogsProps) => (
  <Suspense>
    {open === 'tag' && <TagDialog links={links} onClose={onClose} />}
    {open === 'move' && <MoveDialog links={links} onClose={onClose} />}
    {open === 'codes' && <CodesDialog links={links} onClose={onClose} />}
    {open === 'export-all' && <ExportDialog filter={filter} total={found} onClose={onClose} />}
  </Suspense>
)
