import type { ReactNode } from 'react'
import { lazyPart } from './lazy-part.tsx'
import type { LoadedQuery } from './loaded.tsx'

const WaitingDialog = lazyPart(() => import('./waiting-dialog.tsx'), 'WaitingDialog')

interface LoadedDialogProps<Data> {
  title: string
  query: LoadedQuery<Data>
  onClose: () => void
  /** The dialog. */
  children: (data: Data) => ReactNode
}

/** A dialog that begins with data, and until then another one with its title. */
export function LoadedDialog<Data>({ title, query, onClose, children }: LoadedDialogProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return <WaitingDialog title={title} query={query} onClose={onClose} />
}
