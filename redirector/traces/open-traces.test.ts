import { expect, it } from 'vitest'
import { ClickRecorder } from '../clicks/record-click.ts'
import type { Exchange } from '../transport/exchange.ts'
import type { VisitHandler } from '../visit/handle-visit.ts'
import { openTraces } from './open-traces.ts'

type RecorderParts = ConstructorParameters<typeof ClickRecorder>[0]

it('adds nothing to a visit without tracing: the same recorder, and the handler gets the exchange itself, unread', () => {
  const traces = openTraces(null)
  expect(traces.batches).toBeNull()
  const parts = { spool: {}, visitorIds: {}, proxies: {} } as unknown as RecorderParts
  expect(Object.getPrototypeOf(traces.createRecorder(parts))).toBe(ClickRecorder.prototype)
  const handled: unknown[] = []
  const visits = { handle: (exchange: Exchange) => handled.push(exchange) } as unknown as VisitHandler
  // Any use of it would throw.
  const exchange = new Proxy({} as Exchange, {
    get: (_, name) => {
      throw new Error(`${String(name)} was read`)
    },
  })
  traces.handleBy(visits)(exchange)
  expect(handled.length).toBe(1)
  expect(handled[0] === exchange).toBe(true)
})
