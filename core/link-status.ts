import { flagStatuses } from '#schemas/link-fields.ts'
import type { ShortUrlStatus } from '#schemas/links.ts'

type Flags = { [Name in (typeof flagStatuses)[number]['field']]: boolean }

interface LinkState extends Flags {
  trashed_at: Date | null
  quarantined_at: Date | null
  starts_at: Date | null
  expires_at: Date | null
  max_clicks: number | null
  /** Set once visits of an untracked link used up a limit. */
  limit_used: number | null
  clicks: number
}

/** The first matching status. model/links/link-status.ts has the same rules for Postgres. */
export function statusOfLink(link: LinkState, now: number): ShortUrlStatus {
  if (link.trashed_at !== null) return 'trashed'
  if (link.quarantined_at !== null) return 'quarantined'
  const flag = flagStatuses.find(({ field, when }) => link[field] === when)
  if (flag !== undefined) return flag.name
  const { starts_at, expires_at, max_clicks, limit_used, clicks } = link
  if (starts_at !== null && starts_at.getTime() > now) return 'scheduled'
  if (expires_at !== null && expires_at.getTime() <= now) return 'expired'
  return max_clicks !== null && Math.max(clicks, limit_used ?? 0) >= max_clicks ? 'limit_reached' : 'active'
}
