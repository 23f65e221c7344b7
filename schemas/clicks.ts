import { type ClickRow, columnNames, columnOf } from './click-columns.ts'

/** A click as the redirector records it, all of it text ('' for none). The workers interpret it. */
export interface RawClick {
  /** Unix milliseconds. */
  clicked_at: string
  account_id: string
  link_id: string
  qr_code_id: string
  test_id: string
  variant_id: string
  rule_id: string
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

/** Maximum length, in characters, of values that the visitor's client sends. */
export const rawClickLimits = {
  purpose: 64,
  user_agent: 512,
  language: 64,
  referrer: 1024,
  query: 2048,
  destination_url: 8192,
} as const

/** Why a click is dropped. Counted in clicks_dropped_total{reason}. */
export type DropReason = 'malformed' | 'link-deleted' | 'spool-full' | 'spool-torn'

export type { ClickRow } from './click-columns.ts'
export type Traffic = ClickRow['traffic']
export type Source = ClickRow['source']
export type DeviceType = ClickRow['device_type']

/** Value of an empty id column: UUID columns in ClickHouse are faster without Nullable. */
export const noId = '00000000-0000-0000-0000-000000000000'

const emptyValues = { uuid: noId, instant: 0, uint64: '0', enum: '', repeated: '', text: '' }

export const emptyRow = Object.fromEntries(
  columnNames.map((name) => {
    const { storage, initial } = columnOf(name)
    return [name, initial ?? emptyValues[storage]]
  }),
) as ClickRow

/**
 * ID of the nth click of a batch. A batch id is a uuidv7 whose last 16 bits are zero; they number its clicks. The
 * redirector and every retry of the worker compute the same id, so it is never transferred.
 */
export function clickId(batchId: string, index: number): string {
  return batchId.slice(0, batchChars) + index.toString(16).padStart(4, '0')
}

/** The batch of a click. */
export const batchOf = (click: string): string => `${click.slice(0, batchChars)}0000`

const batchChars = 32
