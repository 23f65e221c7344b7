import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { inSpan, type Span, type Tracing } from '#runtime/span.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the request is traced. */
    span?: Span
  }
}

/** Traces a sample of requests, by route, so that neither ids nor ?api_key= are recorded. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers
    const route = request.routeOptions.url ?? 'unknown'
    const span = tracing.sample(`${request.method} ${route}`, typeof traceparent === 'string' ? traceparent : '')
    if (span === undefined) return
    span.set({ 'http.request.method': request.method, 'http.route': route, 'waymark.request_id': request.id })
    request.span = span
  })
}

export function endTrace({ span }: FastifyRequest, status: number): void {
  span?.set({ 'http.response.status_code': status })
  span?.end()
}

/** The click store with a span for each query. */
export function traceQueries(ch: ClickHouse, span: Span | undefined): ClickHouse {
  if (span === undefined) return ch
  return {
    ...ch,
    query: (statement, row, options) => inSpan(span, 'query ClickHouse', () => ch.query(statement, row, options)),
    readLines: (...given) => inSpan(span, 'query ClickHouse', () => ch.readLines(...given)),
    readParquet: (...given) => inSpan(span, 'query ClickHouse', () => ch.readParquet(...given)),
  }
}
