import { randomKey } from '../parts/random-key.ts'

/** Number of parts of a path without an object: /api/v1/short-urls and /api/v1/domains/branded, after the first slash. */
const mostParts = 4

/**
 * Whether a POST creates something each time it is sent: at a path without an object, a copy, or a secret. Other POSTs change
 * the state of an object, such as pause and resume. A user can want the same change again, so these never share a key.
 */
export const createsEachTime = (path: string): boolean =>
  path.slice(1).split('/').length <= mostParts || /\/(duplicate|rotate-secret)$/.test(path)

/** Keys of POSTs whose result did not arrive, by request. The oldest is first. */
const open = new Map<string, { key: string; at: number }>()
const mostOpen = 20
/** The same request is a new change after this time: a user who saw what happened may want it twice. */
const openMs = 600_000

/** Sends a POST with an idempotency key. Without a result, the next identical one has the same key, so that nothing is created twice. */
export async function withRepeatKey<Reply>(
  request: string,
  send: (key: string) => Promise<Reply>,
  hasResult: (reply: Reply) => boolean,
): Promise<Reply> {
  const known = open.get(request)
  const key = known !== undefined && Date.now() - known.at < openMs ? known.key : randomKey()
  let isDone = false
  try {
    const reply = await send(key)
    isDone = hasResult(reply)
    return reply
  } finally {
    open.delete(request)
    if (!isDone) open.set(request, { key, at: Date.now() })
    const [oldest = ''] = open.keys()
    if (open.size > mostOpen) open.delete(oldest)
  }
}
