/** Never an IP address, a URL with its query, or a secret. */
export type Attributes = Record<string, string | number | boolean>

/** A timed part of a sampled trace. */
export interface Span {
  /** Refers to this span in other processes, in the format of the header of that name (W3C Trace Context). */
  readonly traceparent: string
  child(name: string, kind?: 'producer'): Span
  set(attributes: Attributes): void
  /** Refers to a span of another trace. */
  link(other: Span): void
  /** With an error, the span has failed. Only the name of the error is recorded, because its message may contain data. */
  end(error?: unknown): void
}

export interface Tracing {
  /**
   * Starts the trace of a request, or undefined if it is not sampled. The caller's own trace is continued, but callers cannot
   * choose to be sampled.
   */
  sample(name: string, traceparent: string): Span | undefined
  /** Continues the trace of the first of these spans, and refers to the others. Undefined if there are none. */
  follow(name: string, traceparents: readonly string[]): Span | undefined
}

/** Runs a part of the work that a span covers. Without a span, it only runs. */
export function inSpan<Result>(
  parent: Span | undefined,
  name: string,
  run: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  return parent === undefined ? run(undefined) : untilEnd(parent.child(name), run)
}

/** Ends the span when the work has ended. */
export async function untilEnd<Result>(span: Span, run: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    const result = await run(span)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
