import type { BatchTraces } from '#model/spool/ship-clicks.ts'
import type { Tracing } from '#runtime/span.ts'
import { ClickRecorder } from '../clicks/record-click.ts'
import type { Handle } from '../transport/exchange.ts'
import type { VisitHandler } from '../visit/handle-visit.ts'
import { SampledBatches, TracedRecorder } from './trace-clicks.ts'
import { traceVisits } from './trace-visits.ts'

type RecorderParts = ConstructorParameters<typeof ClickRecorder>[0]

/** The parts of a redirector that traces replace. */
interface TraceParts {
  batches: BatchTraces | null
  createRecorder(parts: RecorderParts): ClickRecorder
  handleBy(visits: VisitHandler): Handle
}

/** Without tracing, a visit runs through the same code as if there were none. */
export function openTraces(tracing: Tracing | null): TraceParts {
  const plainly = (visits: VisitHandler): Handle => {
    return (exchange) => visits.handle(exchange)
  }
  if (tracing === null) {
    return { batches: null, createRecorder: (parts) => new ClickRecorder(parts), handleBy: plainly }
  }
  const batches = new SampledBatches()
  return {
    batches,
    createRecorder: (parts) => new TracedRecorder(parts, batches),
    handleBy: (visits) => traceVisits(tracing, plainly(visits)),
  }
}
