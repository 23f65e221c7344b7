import { Loaded, type LoadedQuery } from './loaded.tsx'
import { Modal } from './modal.tsx'

interface WaitingDialogProps {
  title: string
  query: LoadedQuery<unknown>
  onClose: () => void
}

/** A dialog whose values load, or could not be loaded. */
export const WaitingDialog = ({ title, query, onClose }: WaitingDialogProps) => (
  <Modal title={title} onClose={onClose}>
    <Loaded query={query}>{() => null}</Loaded>
  </Modal>
)
