import { rawClickLimits } from '#schemas/clicks.ts'
import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'
import type { VisitHeader } from '../transport/exchange.ts'
import { headerText } from './header-text.ts'
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

/** The parts of a visit that its click has. */
export interface Moment extends Pick<SpecialVisit, 'query' | 'now'> {
  /** Instead of the header of the request. */
  referrer?: string
}

/** A form that was open when the link was stopped is still sent. */
export const takesPassword = ({ extras }: SpecialLink): boolean =>
  extras.password_hash !== undefined || extras.quarantined === true

/** The page that the visitor came from; '' if it is unknown. */
export const referrerOf = ({ header }: Pick<SpecialVisit, 'header'>): string =>
  headerText(header('referer'), rawClickLimits.referrer)

/** The page of the form sends no referrer, so the form has that of the visit before. */
export function withReferrer(visit: SpecialVisit, sent: string): SpecialVisit {
  const { header } = visit
  if (header('referer') !== '' || sent === '') return visit
  // A header has one character per byte.
  const referrer = Buffer.from(sent).toString('latin1')
  return { ...visit, header: (name) => (name === 'referer' ? referrer : header(name)) }
}
