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
