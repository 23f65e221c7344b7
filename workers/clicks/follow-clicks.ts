import { type Span, type Tracing, untilEnd } from '#runtime/span.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'

/** Stores batches as part of the traces of their sampled clicks, if they have any. */
export function followClicks<Result>(
  tracing: Tracing | null,
  jobs: readonly ClickBatchJob[],
  store: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = tracing?.follow(
    'store clicks',
    jobs.flatMap(({ traceparent }) => traceparent ?? []),
  )
  if (span === undefined) return store(undefined)
  span.set({ 'waymark.batches': jobs.length, 'waymark.clicks': jobs.reduce((sum, { rows }) => sum + rows, 0) })
  return untilEnd(span, store)
}
