/** A visit as its source has it. */
export interface RawVisit {
  /** Unix milliseconds. */
  at: number
  user_agent: string
  referrer: string
  /** ISO 3166-1 alpha-2, or empty. */
  country_code: string
  region: string
  city: string
  /** The source knows that it was a bot. */
  is_bot: boolean
  /** Where the visitor was redirected. Empty if unknown. */
  destination_url: string
  /** Decimal text of an unsigned 64-bit number, if the source tells which visits are from the same visitor. */
  visitor_id?: string
}

/** Where the visits of a link are read. */
export interface VisitsOfLink {
  /** The link in the terms of the service. */
  path: string
  count: number
}
