import {
  type Context,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { Attributes, Span, Tracing } from './span.ts'
import { readVersion } from './version.ts'

/** Finished spans in memory. Further ones are dropped while the collector is slow or down. */
const spansMost = 2_048
const spansPerRequest = 512
const sendEveryMs = 2_000
/** Time for a request to the collector with its retries. */
const sendMostMs = 5_000
/** How long a stop waits for the last spans. */
const stopMostMs = 1_000
const linksMost = 32

interface SdkOptions {
  service: string
  /** Base URL of the collector. */
  url: string
  headers: Record<string, string>
  ratio: number
  log: Log
}

/** Traces by the OpenTelemetry SDK. Only runtime/tracing.ts loads this file, and only if traces are wanted. */
export function openTracing({ service, url, headers, ratio, log }: SdkOptions): {
  tracing: Tracing
  stop: () => Promise<void>
} {
  const sender = new OTLPTraceExporter({ url: tracesUrl(url), headers, timeoutMillis: sendMostMs })
  const provider = new TracerProvider({
    // Requests are sampled here: a sampler of the SDK would let callers choose by the id of their trace.
    sampler: new AlwaysOnSampler(),
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': readVersion() }),
    spanLimits: { linkCountLimit: linksMost },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingFailures(sender, log),
        maxQueueSize: spansMost,
        maxExportBatchSize: spansPerRequest,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendMostMs,
      }),
    ],
  })
  const tracer = provider.getTracer('waymark')
  const tracing: Tracing = {
    sample(name, traceparent) {
      if (Math.random() >= ratio) return undefined
      return startSpan(tracer, name, { kind: SpanKind.SERVER }, contextOf(readTraceparent(traceparent)))
    },
    follow(name, traceparents) {
      const [first, ...others] = traceparents.flatMap((text) => readTraceparent(text) ?? [])
      if (first === undefined) return undefined
      const links = others.map((context) => ({ context }))
      return startSpan(tracer, name, { kind: SpanKind.CONSUMER, links }, contextOf(first))
    },
  }
  return { tracing, stop: () => withinLimit(provider.shutdown(), stopMostMs) }
}

/** A base URL is followed by the path of traces, as the OpenTelemetry specification requires. */
const tracesUrl = (url: string): string => `${url.replace(/\/+$/, '')}/v1/traces`

const startSpan = (tracer: Tracer, name: string, options: SpanOptions, parent: Context): Span =>
  new TracedSpan(tracer, tracer.startSpan(name, options, parent))

class TracedSpan implements Span {
  readonly #tracer: Tracer
  readonly #span: SdkSpan
  #isOver = false

  constructor(tracer: Tracer, span: SdkSpan) {
    this.#tracer = tracer
    this.#span = span
  }

  get traceparent(): string {
    const { traceId, spanId } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-01`
  }

  child(name: string, kind?: 'producer'): Span {
    const options = { kind: kind === 'producer' ? SpanKind.PRODUCER : SpanKind.INTERNAL }
    return startSpan(this.#tracer, name, options, trace.setSpan(ROOT_CONTEXT, this.#span))
  }

  set(attributes: Attributes): void {
    if (!this.#isOver) this.#span.setAttributes(attributes)
  }

  link(other: Span): void {
    const context = readTraceparent(other.traceparent)
    if (context !== undefined && !this.#isOver) this.#span.addLink({ context })
  }

  end(error?: unknown): void {
    if (this.#isOver) return
    if (error !== undefined) {
      this.set({ 'error.type': error instanceof Error ? error.name : 'unknown' })
      this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#isOver = true
    this.#span.end()
  }
}

function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? []
  const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
  return trace.isSpanContextValid(context) ? context : undefined
}

const contextOf = (parent: SpanContext | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)

/** Logs when the collector stops accepting spans, and when it accepts them again. */
function reportingFailures(sender: OTLPTraceExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      sender.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !isFailing)
          log.warn({ error: result.error?.message }, 'cannot send traces; they are being dropped')
        if (!failed && isFailing) log.info('traces are sent again')
        isFailing = failed
        done(result)
      })
    },
    shutdown: () => sender.shutdown(),
  }
}

/** Spans that the collector does not accept in time are dropped. */
async function withinLimit(work: Promise<void>, mostMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMs)
  })
  await Promise.race([work.catch(() => undefined), late])
  clearTimeout(timer)
}
