import type { Span, Tracing } from '#runtime/span.ts'
import type { Exchange, Handle, VisitHeader } from '../transport/exchange.ts'
import type { Answer } from '../visit/answer.ts'

const knownMethods = ['GET', 'HEAD', 'POST']

/** Traces a sample of visits. Only used if traces are wanted, so that other visits cost the same as without this file. */
export function traceVisits(tracing: Tracing, handle: Handle): Handle {
  return (exchange) => {
    const span = tracing.sample('visit', exchange.traceparent())
    if (span === undefined) return handle(exchange)
    span.set({ 'http.request.method': knownMethods.includes(exchange.method) ? exchange.method : '_OTHER' })
    handle(new TracedExchange(exchange, span))
  }
}

/** A sampled visit. Neither its path nor its query is recorded, because visitors choose them. */
export class TracedExchange implements Exchange {
  readonly span: Span
  readonly #exchange: Exchange

  constructor(exchange: Exchange, span: Span) {
    this.#exchange = exchange
    this.span = span
  }

  get method(): string {
    return this.#exchange.method
  }

  get path(): string {
    return this.#exchange.path
  }

  get isOver(): boolean {
    return this.#exchange.isOver
  }

  query(): string {
    return this.#exchange.query()
  }

  header(name: VisitHeader): string {
    return this.#exchange.header(name)
  }

  forwardedFor(): string {
    return this.#exchange.forwardedFor()
  }

  traceparent(): string {
    return this.#exchange.traceparent()
  }

  remoteAddress(): string {
    return this.#exchange.remoteAddress()
  }

  /** Called if the response may need a store. */
  keep(withForwardedFor: boolean): void {
    this.span.set({ 'waymark.waited': true })
    this.#exchange.keep(withForwardedFor)
  }

  hold(): void {
    this.#exchange.hold()
  }

  readBody(mostBytes: number): Promise<string | null> {
    return this.#exchange.readBody(mostBytes)
  }

  answer(answer: Answer): void {
    this.#exchange.answer(answer)
    this.span.set({ 'http.response.status_code': answer.status })
    this.span.end()
  }
}
