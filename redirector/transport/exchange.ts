import type { Answer } from '../visit/answer.ts'

export type VisitHeader =
  | 'host'
  | 'user-agent'
  | 'accept-language'
  | 'referer'
  | 'sec-purpose'
  | 'purpose'
  | 'sec-fetch-site'
  | 'cookie'

/**
 * One request and its response, as both transports provide them. Reading is lazy: most visits need little of the request.
 */
export interface Exchange {
  /** Upper case. */
  readonly method: string
  /** The path up to the ?, not decoded. */
  readonly path: string
  /** The text after the ?, not decoded; '' if there is none. Unlike a header, it is text, not bytes. */
  query(): string
  /** The value with one character per byte; '' if the header is missing. */
  header(name: VisitHeader): string
  /** All X-Forwarded-For lines, joined. Takes 2.6 µs, and only a trusted proxy's lines can be believed. */
  forwardedFor(): string
  /** The header of a visitor that takes part in a trace. Only before the first await; '' if it is missing. */
  traceparent(): string
  /** The peer's IP address as text. */
  remoteAddress(): string
  /** True after the response was sent or the client disconnected. */
  readonly isOver: boolean
  /**
   * Call before the first await: it keeps the request readable, even after the client disconnects. X-Forwarded-For is
   * kept only if requested here.
   */
  keep(withForwardedFor: boolean): void
  /** Call before returning if the response will be sent later. */
  hold(): void
  /** The request body; null if it is too long or the client disconnected. Call before the first await. */
  readBody(mostBytes: number): Promise<string | null>
  /** Sends the response. Does nothing if the client has disconnected. */
  answer(answer: Answer): void
}

export interface Transport {
  readonly name: 'uws' | 'node'
  /** Resolves with the port. */
  listen(where: Address): Promise<number>
  /** From now on, every response asks the client to close the connection. */
  drain(): void
  stopListening(): void
  /** Closes the remaining connections. */
  close(): Promise<void>
}

export interface Address {
  host: string
  port: number
  /** True if other processes listen on the same port. */
  shared: boolean
}

export type Handle = (exchange: Exchange) => void
