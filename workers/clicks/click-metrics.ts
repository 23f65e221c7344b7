import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface ClickMetrics {
  parked: Gauge
  stored: Counter
  dropped: Counter<'reason'>
  retried: Counter
  lag: Histogram
  seconds: Histogram
}

/** Metrics of one process's click pipeline. Stored and dropped clicks are counted once, even if a batch is retried. */
export function createClickMetrics(registry: Registry): ClickMetrics {
  const registers = [registry]
  return {
    parked: new Gauge({
      name: 'click_batches_parked',
      help: 'Unreadable batches in Postgres, as of the last look. Investigate any value above 0.',
      registers,
    }),
    stored: new Counter({ name: 'clicks_stored_total', help: 'Clicks stored, including bots.', registers }),
    dropped: new Counter({
      name: 'clicks_dropped_total',
      help: 'Dropped clicks, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    retried: new Counter({
      name: 'click_batches_retried_total',
      help: 'Retries of click batches.',
      registers,
    }),
    lag: new Histogram({
      name: 'click_ingest_lag_seconds',
      help: 'Ingest delay: age of the oldest click of a batch when the batch was stored.',
      buckets: [0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60, 300, 3600],
      registers,
    }),
    seconds: new Histogram({
      name: 'click_batch_seconds',
      help: 'Processing time of a click batch.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  }
}
