import { brotliCompressSync, constants } from 'node:zlib'
import { writeBatch } from '#core/clicks/batch-text.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { RawClick } from '#schemas/clicks.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'

export const chromeAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
export const googlebotAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A visitor from London with Chrome who came from a search; `special` overrides fields. */
export function rawClick(special: Partial<RawClick> = {}): RawClick {
  return {
    clicked_at: String(Date.now()),
    account_id: uuidv7(),
    link_id: uuidv7(),
    qr_code_id: '',
    test_id: '',
    variant_id: '',
    rule_id: '',
    visitor_id: '18446744073709551615',
    ip_prefix: '81.2.69.0',
    method: 'GET',
    purpose: '',
    user_agent: chromeAgent,
    language: 'en-GB,en;q=0.9',
    referrer: 'https://www.google.com/',
    query: '',
    destination_url: 'https://example.com/page',
    ...special,
  }
}

/** The id of a segment opened at that time; its last 16 bits are reserved for the numbers of its clicks. */
export function newBatchId(now = Date.now()): string {
  return `${uuidv7(now).slice(0, 32)}0000`
}

interface BatchOptions {
  batch_id?: string
  reply_to?: string
}

export function clickBatch(
  clicks: readonly RawClick[],
  { batch_id = newBatchId(), reply_to = 'redirector-1' }: BatchOptions = {},
): ClickBatchJob {
  return batchOfText(writeBatch(clicks), clicks.length, { batch_id, reply_to })
}

export function batchOfText(text: string, rows: number, { batch_id, reply_to }: Required<BatchOptions>): ClickBatchJob {
  return { batch_id, rows, tsv: compress(text), reply_to }
}

const compress = (text: string): string =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }).toString('base64')
