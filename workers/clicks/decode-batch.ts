import { brotliDecompressSync } from 'node:zlib'
import { readBatch } from '#core/clicks/batch-text.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'
import type { Click } from './click.ts'
import { startClick } from './start-click.ts'

export interface DecodedClicks {
  clicks: Click[]
  malformed: number
}
export type Decoded =
  | ({ kind: 'clicks' } & DecodedClicks)
  /** A retry cannot help. */
  | { kind: 'unreadable'; why: string }

/** Segments are sealed at 2 MB, so anything larger than this is not a segment. */
const largestBatchBytes = 16 * 1024 ** 2
/** Click IDs have 16 bits for the number of the click. */
const mostClicks = 65_536

/** Clicks keep their index even if earlier ones are dropped, so that every attempt produces the same IDs. */
export function decodeBatch(job: ClickBatchJob): Decoded {
  const text = decompress(job.tsv)
  if (text instanceof Error) return { kind: 'unreadable', why: text.message }
  const raws = readBatch(text)
  if (raws.length !== job.rows) return { kind: 'unreadable', why: `${raws.length} clicks instead of ${job.rows}` }
  if (raws.length > mostClicks) return { kind: 'unreadable', why: `more than ${mostClicks} clicks` }

  const clicks: Click[] = []
  for (const [index, raw] of raws.entries()) {
    const click = raw && startClick(raw, job.batch_id, index)
    if (click !== null) clicks.push(click)
  }
  return { kind: 'clicks', clicks, malformed: raws.length - clicks.length }
}

function decompress(lines: string): string | Error {
  try {
    return brotliDecompressSync(Buffer.from(lines, 'base64'), { maxOutputLength: largestBatchBytes }).toString('utf8')
  } catch (error) {
    // It throws only for damaged or oversized content, which a retry cannot fix.
    if (error instanceof Error) return error
    throw error
  }
}
