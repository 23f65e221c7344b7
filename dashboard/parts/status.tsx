import type { ShortUrlStatus } from '#schemas/links.ts'
import { statusNames } from '../api/link-status.ts'
import { Pill, type PillLook } from './pill.tsx'

const looks: Record<ShortUrlStatus, PillLook> = {
  active: 'good',
  scheduled: 'tell',
  expired: 'warn',
  limit_reached: 'warn',
  disabled: 'quiet',
}

export const Status = ({ status }: { status: ShortUrlStatus }) => (
  <Pill look={looks[status]}>{statusNames[status]}</Pill>
)
