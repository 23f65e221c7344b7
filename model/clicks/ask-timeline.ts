import type { z } from 'zod'
import { badRequest } from '#core/api-error.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import { mostBuckets } from '#schemas/report-limits.ts'
import type { Stores } from '../stores.ts'
import { askClicks } from './ask-clicks.ts'
import { type Timeline, timeline, timelineRow } from './queries/timeline.ts'

type Asking = Pick<Stores, 'ch'> & { signal: AbortSignal }

/** The timeline of the clicks that match a filter. Refuses more buckets than a chart can show. */
export async function askTimeline(
  { ch, signal }: Asking,
  where: Fragment,
  shape: Timeline,
): Promise<z.output<typeof timelineRow>[]> {
  const rows = await askClicks(ch, timeline(where, shape), timelineRow, { gone: signal })
  if (rows.length <= mostBuckets) return rows
  const orDays = shape.granularity === 'hour' ? ', or use granularity=day' : ''
  throw badRequest(`The period has more than ${mostBuckets.toLocaleString('en-US')} intervals. Shorten it${orDays}.`)
}
