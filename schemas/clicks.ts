/** A click as the redirector saw it, all of it text ('' = none): nothing is interpreted before the workers do it. */
export interface RawClick {
  /** Unix milliseconds. */
  clicked_at: string
  account_id: string
  link_id: string
  qr_code_id: string
  test_id: string
  variant_id: string
  visitor_id: string
  ip_prefix: string
  method: string
  purpose: string
  user_agent: string
  language: string
  referrer: string
  query: string
  destination_url: string
}

/** Longest value kept of a field that the visitor's client chooses, in characters. */
export const rawClickLimits = {
  purpose: 64,
  user_agent: 512,
  language: 64,
  referrer: 1024,
  query: 2048,
  destination_url: 8192,
} as const

/** Why a click goes no further. Each is counted in clicks_dropped_total{reason}. */
export type DropReason = 'malformed' | 'link-deleted' | 'spool-full' | 'spool-torn'

export type Traffic = 'human' | 'unknown' | 'bot'
export type Source = 'Direct' | 'Social' | 'Referral' | 'Email' | 'Search'
export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'other'

/** The value of an id column that holds none: UUID columns of ClickHouse are faster without Nullable. */
export const noId = '00000000-0000-0000-0000-000000000000'

/** A row of the ClickHouse table `clicks`, columns in the order of the insert. */
export interface ClickRow {
  account_id: string
  link_id: string
  /** Unix milliseconds; DateTime64(3) in ClickHouse. */
  clicked_at: number
  click_id: string
  batch_id: string
  qr_code_id: string
  test_id: string
  variant_id: string
  /** Decimal text of a UInt64. */
  visitor_id: string
  traffic: Traffic
  bot_reason: string
  country_code: string
  country: string
  region: string
  city: string
  device_type: DeviceType
  browser: string
  browser_version: string
  os: string
  os_version: string
  language: string
  referrer: string
  referrer_domain: string
  source: Source
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_term: string
  utm_content: string
  destination_url: string
}

/**
 * The id of the nth click of a batch. A batch id is a uuidv7 whose last 16 bits are zero, and they number its clicks:
 * the redirector and every retry of the worker arrive at the same id, and it costs no byte on the way.
 */
export function clickId(batchId: string, index: number): string {
  return batchId.slice(0, 32) + index.toString(16).padStart(4, '0')
}
