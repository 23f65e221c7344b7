import type { Answer } from '../visit/answer.ts'

export type VisitHeader = 'host' | 'user-agent' | 'accept-language' | 'referer' | 'sec-purpose' | 'purpose' | 'cookie'

/**
 * One request and its answer, as both transports offer them. Reading is lazy: most visits need little of their request.
 */
export interface Exchange {
  /** Upper case. */
  readonly method: string
  /** Up to the ?, undecoded. */
  readonly path: string
  /** Behind the ?, its escapes undecoded; empty if there is none. Unlike a header it is text, not bytes. */
  query(): string
  /** The value, one character per byte; '' where the header is absent. */
  header(name: VisitHeader): string
  /** All lines of X-Forwarded-For in their order, as one. Ask only where the peer is a trusted proxy: others may write what they like, and it takes 2.6 µs. */
  forwardedFor(): string
  /** The peer's address as text. */
  remoteAddress(): string
  /** Answered, or its client has gone. */
  readonly isOver: boolean
  /**
   * Call before the first await: what can be read now can be read later, also when the client has gone. X-Forwarded-For
   * only if it is asked for here.
   */
  keep(withForwardedFor: boolean): void
  /** Call before returning without an answer: it comes later. */
  hold(): void
  /** The request's body; null if it is longer than that, or its client has gone. Ask at once, before the first await. */
  readBody(mostBytes: number): Promise<string | null>
  /** Does nothing once the client has gone. */
  answer(answer: Answer): void
}

export interface Transport {
  readonly name: 'uws' | 'node'
  /** Resolves with the port. */
  listen(where: Address): Promise<number>
  /** From now on each answer asks its client to close the connection. */
  drain(): void
  stopListening(): void
  /** Cuts what is still connected. */
  close(): Promise<void>
}

export interface Address {
  host: string
  port: number
  /** Other processes listen on the port too. */
  shared: boolean
}

export type Handle = (exchange: Exchange) => void
