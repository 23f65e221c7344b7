import type { ReactNode } from 'react'
import { Loaded, type LoadedQuery } from './loaded.tsx'
import { Modal } from './modal.tsx'

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
  return (
    <Modal title={title} onClose={onClose}>
      <Loaded query={query}>{() => null}</Loaded>
    </Modal>
  )
}
