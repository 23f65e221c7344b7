import type { Config } from './config.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Log } from './log.ts'
import type { Tracing } from './span.ts'

interface TracingOptions {
  config: Config
  lifecycle: Lifecycle
  log: Log
}

/** Null if no traces are wanted. Nothing of the SDK is loaded then. Call first, so that it stops last. */
export async function startTracing(
  service: 'api' | 'redirector' | 'workers',
  { config, lifecycle, log }: TracingOptions,
): Promise<Tracing | null> {
  const url = config.OTEL_EXPORTER_OTLP_ENDPOINT
  const ratio = config.OTEL_TRACES_SAMPLER_ARG
  if (url === undefined || ratio === 0) return null
  const { openTracing } = await import('./trace-sdk.ts')
  const headers = config.OTEL_EXPORTER_OTLP_HEADERS
  const { tracing, stop } = openTracing({ service: `waymark-${service}`, url, headers, ratio, log })
  lifecycle.onStop('tracing', stop)
  return tracing
}
