import { Failure } from './failure.ts'

/** A response that takes longer does not arrive: the API itself ends queries after 20 s. */
const longestReadMs = 30_000
/** Changes of a tag with very many links take long. */
const longestChangeMs = 120_000

export interface TimeLimit {
  signal: AbortSignal
  /** The response has begun: its rest has as much time. */
  renew: () => void
  /** Throws if the time is over: not all browsers say why they stopped reading a response. */
  check: () => void
  end: () => void
}

/** Aborts a request whose response takes too long. */
export function startLimit(method: string, signal?: AbortSignal): TimeLimit {
  const late = new AbortController()
  const ms = method === 'GET' ? longestReadMs : longestChangeMs
  const start = () => setTimeout(() => late.abort(new DOMException('No response', 'TimeoutError')), ms)
  let timer = start()
  const end = () => clearTimeout(timer)
  return {
    signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    renew() {
      end()
      timer = start()
    },
    check() {
      if (late.signal.aborted) throw unanswered(method, late.signal.reason)
    },
    end,
  }
}

export const isLate = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'TimeoutError'

/** The error to show if there was no response. */
export function unanswered(method: string, cause: unknown): Failure {
  const code = isLate(cause) ? 'TIMED_OUT' : 'NO_ANSWER'
  return new Failure(describe(method, code), { status: 0, code, requestId: null })
}

function describe(method: string, code: 'TIMED_OUT' | 'NO_ANSWER'): string {
  if (!navigator.onLine) return 'You are offline.'
  return code === 'TIMED_OUT' && method !== 'GET'
    ? 'Waymark has not responded for two minutes. The change may still be running.'
    : 'Waymark is not responding. Try again in a moment.'
}
