import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'
import type { VisitHeader } from '../transport/exchange.ts'
import type { Visitor } from './read-visit.ts'

export type SpecialLink = LinkRecord & { extras: LinkExtras }

export interface SpecialVisit {
  link: SpecialLink
  visitor: Visitor
  method: string
  query: string
  header: (name: VisitHeader) => string
  now: number
}

/** A form that was open when the link was stopped is still sent. */
export const takesPassword = ({ extras }: SpecialLink): boolean =>
  extras.password_hash !== undefined || extras.quarantined === true
