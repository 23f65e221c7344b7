/**
 * Runs work with a signal that aborts after a timeout (TimeoutError) or with another signal. It does not combine
 * AbortSignal.any and AbortSignal.timeout: on Node 20 the timeout can be garbage-collected, and the work hangs forever.
 */
export async function within<Result>(
  timeoutMs: number,
  stopped: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = () => controller.abort(stopped.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), timeoutMs)
  if (stopped.aborted) stop()
  stopped.addEventListener('abort', stop, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    stopped.removeEventListener('abort', stop)
  }
}
