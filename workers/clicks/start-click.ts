import { withoutLogin } from '#core/visits/find-source.ts'
import { type ClickRow, clickId, emptyRow, noId, type RawClick } from '#schemas/clicks.ts'
import type { Click } from './click.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Unix milliseconds between the years 2001 and 2286. */
const instant = /^\d{13}$/
const largestVisitorId = 2n ** 64n - 1n

/** The nth click of a batch, or null if it is malformed, so that ClickHouse and Postgres never reject a row. */
export function startClick(raw: RawClick, batchId: string, index: number): Click | null {
  return isWellFormed(raw) ? { raw, row: startRow(raw, clickId(batchId, index)) } : null
}

function isWellFormed(raw: RawClick): boolean {
  return (
    instant.test(raw.clicked_at) &&
    uuid.test(raw.account_id) &&
    uuid.test(raw.link_id) &&
    isIdOrNone(raw.qr_code_id) &&
    isIdOrNone(raw.test_id) &&
    isIdOrNone(raw.variant_id) &&
    isIdOrNone(raw.rule_id) &&
    isVisitorId(raw.visitor_id)
  )
}

function isIdOrNone(text: string): boolean {
  return text === '' || uuid.test(text)
}

function isVisitorId(text: string): boolean {
  return /^\d{0,19}$/.test(text) || (/^\d{20}$/.test(text) && BigInt(text) <= largestVisitorId)
}

function startRow(raw: RawClick, click_id: string): ClickRow {
  return {
    ...emptyRow,
    account_id: raw.account_id,
    link_id: raw.link_id,
    clicked_at: Number(raw.clicked_at),
    click_id,
    qr_code_id: raw.qr_code_id || noId,
    test_id: raw.test_id || noId,
    variant_id: raw.variant_id || noId,
    rule_id: raw.rule_id,
    visitor_id: raw.visitor_id || '0',
    referrer: withoutLogin(raw.referrer),
    destination_url: raw.destination_url,
  }
}
