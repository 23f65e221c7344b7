/**
 * Work under a signal that aborts after a time (TimeoutError), or together with another one. Not by AbortSignal.any over
 * AbortSignal.timeout: on Node 20 the garbage collector may take that timeout away, and the work hangs for ever.
 */
export async function within<Result>(
  timeoutMs: number,
  stopped: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = () => controller.abort(stopped.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('not done in time', 'TimeoutError')), timeoutMs)
  if (stopped.aborted) stop()
  stopped.addEventListener('abort', stop, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    stopped.removeEventListener('abort', stop)
  }
}
