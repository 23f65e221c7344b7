import type { ShortUrl } from '#schemas/links.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import type { BulkProps } from './bulk-form.tsx'
import type { FlagChange } from './form-fields.ts'

const TagDialog = lazyPart(() => import('./tag-dialog.tsx'), 'TagDialog')
const MoveDialog = lazyPart(() => import('./move-dialog.tsx'), 'MoveDialog')
const CodesDialog = lazyPart(() => import('./codes-dialog.tsx'), 'CodesDialog')
const FlagDialog = lazyPart(() => import('./flag-dialog.tsx'), 'FlagDialog')
const DeleteForever = lazyPart(() => import('./delete-forever.tsx'), 'DeleteForever')

export interface BulkDialog {
  name: 'tag' | 'move' | 'codes' | 'delete-forever' | FlagChange
  /** The links that were selected when the dialog was opened. */
  links: readonly ShortUrl[]
}

interface BulkDialogsProps extends Omit<BulkProps, 'links'> {
  open: BulkDialog
}

export function BulkDialogs({ open, onChanged, onClose }: BulkDialogsProps) {
  const { name, links } = open
  return (
    <>
      {typeof name === 'object' && <FlagDialog change={name} links={links} onChanged={onChanged} onClose={onClose} />}
      {name === 'tag' && <TagDialog links={links} onChanged={onChanged} onClose={onClose} />}
      {name === 'move' && <MoveDialog links={links} onChanged={onChanged} onClose={onClose} />}
      {name === 'codes' && <CodesDialog links={links} onClose={onClose} />}
      {name === 'delete-forever' && <DeleteForever links={links} onDeleted={onChanged} onClose={onClose} />}
    </>
  )
}
