import type { QrCodeStatus } from '#schemas/qr-codes.ts'
import { codeStatuses } from './code-search.ts'

const looks: Record<QrCodeStatus, string> = {
  active: 'bg-good-tint text-good',
  expired: 'bg-warn-tint text-warn',
  disabled: 'bg-sunken text-dim',
}

export const CodeStatus = ({ status }: { status: QrCodeStatus }) => (
  <span className={`inline-flex h-5 shrink-0 items-center rounded-full px-2 text-xs font-medium ${looks[status]}`}>
    {codeStatuses[status]}
  </span>
)
