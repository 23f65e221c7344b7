import type { BatchTraces } from '#model/spool/ship-clicks.ts'
import type { Span } from '#runtime/span.ts'
import { ClickRecorder } from '../clicks/record-click.ts'
import { TracedExchange } from './trace-visits.ts'

/** Batches with sampled clicks that are open or not acknowledged. More than a process has, unless acknowledgments are lost. */
const batchesMost = 256

/** Continues the traces of sampled visits in the batches of their clicks. */
export class TracedRecorder extends ClickRecorder {
  readonly #batches: SampledBatches

  constructor(parts: ConstructorParameters<typeof ClickRecorder>[0], batches: SampledBatches) {
    super(parts)
    this.#batches = batches
  }

  override record(...[exchange, link, outcome, onWritten]: Parameters<ClickRecorder['record']>): void {
    if (!(exchange instanceof TracedExchange)) return super.record(exchange, link, outcome, onWritten)
    const { span } = exchange
    span.set({ 'waymark.link_id': link.link_id })
    const spooling = span.child('spool click')
    super.record(exchange, link, outcome, (batchId, index) => {
      spooling.end()
      if (batchId !== null) this.#batches.add(batchId, span)
      onWritten(batchId, index)
    })
  }
}

/** The span of each batch belongs to the trace of its first sampled click, and refers to the others. */
export class SampledBatches implements BatchTraces {
  readonly #spans = new Map<string, Span>()

  add(batchId: string, visit: Span): void {
    const known = this.#spans.get(batchId)
    if (known !== undefined) return known.link(visit)
    const span = visit.child('ship clicks', 'producer')
    span.set({ 'waymark.batch_id': batchId })
    this.#spans.set(batchId, span)
    const [oldest] = this.#spans.keys()
    if (this.#spans.size > batchesMost && oldest !== undefined) this.forget(oldest)
  }

  of(batchId: string): Span | undefined {
    return this.#spans.get(batchId)
  }

  forget(batchId: string): void {
    this.#spans.get(batchId)?.end()
    this.#spans.delete(batchId)
  }
}
