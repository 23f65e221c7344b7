import type { QrCode } from '#schemas/qr-codes.ts'
import { Modal } from '../parts/modal.tsx'
import { DownloadForm } from './download-form.tsx'
import { untitled } from './kinds.ts'

export const DownloadDialog = ({ code, onClose }: { code: QrCode; onClose: () => void }) => (
  <Modal title={`Download ${code.name ?? untitled}`} onClose={onClose}>
    <DownloadForm code={code} />
  </Modal>
)
