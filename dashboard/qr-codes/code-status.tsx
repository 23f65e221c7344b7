import type { QrCodeStatus } from '#schemas/qr-codes.ts'
import { Pill, type PillLook } from '../parts/pill.tsx'
import { codeStatuses } from './code-search.ts'

const looks: Record<QrCodeStatus, PillLook> = { active: 'good', expired: 'warn', disabled: 'quiet' }

export const CodeStatus = ({ status }: { status: QrCodeStatus }) => (
  <Pill look={looks[status]}>{codeStatuses[status]}</Pill>
)
