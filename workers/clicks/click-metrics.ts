import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { countParked } from './park-batch.ts'

export interface ClickMetrics {
  stored: Counter
  dropped: Counter<'reason'>
  retried: Counter
  lag: Histogram
  seconds: Histogram
}

/** Numbers of the click pipeline of one process. Stored and dropped clicks are counted once, however often a batch is tried. */
export function createClickMetrics(registry: Registry, parking: string): ClickMetrics {
  const registers = [registry]
  new Gauge({
    name: 'click_batches_parked',
    help: 'Batches in DATA_DIR/dead that could not be read. Anything above 0 needs a person.',
    registers,
    async collect() {
      this.set(await countParked(parking))
    },
  })
  return {
    stored: new Counter({ name: 'clicks_stored_total', help: 'Clicks stored, bots included.', registers }),
    dropped: new Counter({
      name: 'clicks_dropped_total',
      help: 'Clicks that were not stored, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    retried: new Counter({
      name: 'click_batches_retried_total',
      help: 'Tries of a batch after its first.',
      registers,
    }),
    lag: new Histogram({
      name: 'click_ingest_lag_seconds',
      help: 'Age of the oldest click of a batch from a redirector when the batch was committed.',
      buckets: [0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60, 300, 3600],
      registers,
    }),
    seconds: new Histogram({
      name: 'click_batch_seconds',
      help: 'Time that a worker spent on a batch.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  }
}
