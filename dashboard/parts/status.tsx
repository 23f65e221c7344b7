import type { ShortUrlStatus } from '#schemas/links.ts'
import { statusNames } from '../api/link-status.ts'

const looks: Record<ShortUrlStatus, string> = {
  active: 'bg-good-tint text-good',
  scheduled: 'bg-tint text-accent',
  expired: 'bg-warn-tint text-warn',
  limit_reached: 'bg-warn-tint text-warn',
  disabled: 'bg-sunken text-dim',
}

export const Status = ({ status }: { status: ShortUrlStatus }) => (
  <span className={`inline-flex h-5 shrink-0 items-center rounded-full px-2 text-xs font-medium ${looks[status]}`}>
    {statusNames[status]}
  </span>
)
