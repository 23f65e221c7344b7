/** The part of autocannon 9 that the benches use. The package has no types. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
  }

  interface Client {
    setRequests(requests: Request[]): void
  }

  interface Options {
    url: string
    connections: number
    /** Seconds; cannot be combined with amount. */
    duration?: number
    amount?: number
    /** Milliseconds between two checks for the end of the run. */
    sampleInt?: number
    /** Timeout of a request in seconds. */
    timeout?: number
    setupClient?: (client: Client) => void
  }

  interface Result {
    errors: number
    timeouts: number
    /** Milliseconds, by percentile. */
    latency: Record<'p50' | 'p97_5' | 'p99', number>
    statusCodeStats: Record<string, { count: number }>
  }

  export interface Run extends Promise<Result> {
    once(event: 'start' | 'response', listener: () => void): void
    stop(): void
  }

  export default function autocannon(options: Options): Run
}
