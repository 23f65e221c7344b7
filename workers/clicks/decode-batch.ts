import { brotliDecompressSync } from 'node:zlib'
import { readBatch } from '#core/clicks/batch-text.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'
import type { Click } from './click.ts'
import { startClick } from './start-click.ts'

export type Decoded =
  | { kind: 'clicks'; clicks: Click[]; malformed: number }
  /** No try will ever read it. */
  | { kind: 'unreadable'; why: string }

/** A segment is sealed at 2 MB; what grows beyond this is no segment. */
const largestBatchBytes = 16 * 1024 ** 2
/** The number of a click has 16 bits in its id. */
const mostClicks = 65_536

/** Clicks keep their place in the batch, whatever is dropped before them: every try arrives at the same ids. */
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
    // Only damaged or oversized content makes it throw, and both stay what they are.
    if (error instanceof Error) return error
    throw error
  }
}
