import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Redis } from '#runtime/redis.ts'
import type { ClickSpool } from './clicks/click-spool.ts'
import { favicon, healthAnswer, robots } from './pages/pages.ts'
import type { Answer } from './visit/answer.ts'

interface State {
  lifecycle: Lifecycle
  spool: ClickSpool
  redis: Redis
}

/**
 * Responses to the redirector's own paths, on every host. It stays ready while stores are unavailable, so that load
 * balancers keep it in use: redirects still work for links in memory.
 */
export function ownPaths({ lifecycle, spool, redis }: State): Map<string, () => Answer> {
  const ready = (codeWhileStopping: number) => {
    const degraded = [...(spool.full ? ['spool'] : []), ...(redis.status === 'ready' ? [] : ['redis'])]
    const status = lifecycle.stopping ? 'stopping' : degraded.length > 0 ? 'degraded' : 'ready'
    return healthAnswer(lifecycle.stopping ? codeWhileStopping : 200, { status, degraded, clicks_lost: spool.lost })
  }
  return new Map<string, () => Answer>([
    ['/healthz', () => healthAnswer(200, { status: 'ok' })],
    ['/readyz', () => ready(503)],
    // HAProxy sends nothing new to a server that returns 404 (`http-check disable-on-404`), and lets it finish.
    ['/readyz/drain', () => ready(404)],
    ['/robots.txt', () => robots],
    ['/favicon.ico', () => favicon],
  ])
}
