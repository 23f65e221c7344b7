import type { z } from 'zod'
import { ApiError } from '#core/api-error.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import type { Stores } from '../stores.ts'
import { askClicks } from './ask-clicks.ts'
import { mostBuckets, type Timeline, timeline, timelineRow } from './queries/timeline.ts'

type Asking = Pick<Stores, 'ch'> & { signal: AbortSignal }

/** The timeline of what a filter finds. More buckets than anybody can look at are refused. */
export async function askTimeline(
  { ch, signal }: Asking,
  where: Fragment,
  shape: Timeline,
): Promise<z.output<typeof timelineRow>[]> {
  const rows = await askClicks(ch, timeline(where, shape), timelineRow, { gone: signal })
  if (rows.length <= mostBuckets) return rows
  const problem = `the period has more than ${mostBuckets} intervals: shorten it, or ask for granularity=day`
  throw new ApiError('BAD_REQUEST', 'Invalid request', problem)
}
