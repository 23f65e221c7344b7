import type { LinkDomain } from './describe-link.ts'
import type { LinkCounts, LinkHealth, LinkRow, LinkUses } from './link-row.ts'

/** A locked link and the rev of the change that follows. */
export interface LockedLink extends LinkRow, LinkCounts, LinkUses, LinkHealth {
  domain: LinkDomain
  rev: number
}
