import { randomKey } from '../parts/random-key.ts'

/** Keys of changes whose result did not arrive, by request. The oldest is first. */
const open = new Map<string, { key: string; at: number }>()
const mostOpen = 20
/** The same request is a new change after this time: a user who saw what happened may want it twice. */
const openMs = 600_000

/** Sends a change with an idempotency key. Without a result, the next identical request has the same key, so that it cannot repeat the change. */
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
