import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#runtime/config.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'
import type { VisitHandler } from '../visit/handle-visit.ts'
import { pickTransport } from './pick-transport.ts'

/** Longer than the maximum time that a visit waits for its link. */
const finishMostMs = 4_500
const pollMs = 20

interface ServeOptions {
  visits: VisitHandler
  config: Config
  drainMs: number
  lifecycle: Lifecycle
  log: Log
}

/** Starts listening. A stop drains: it announces the end, stops accepting, finishes open visits, and closes. */
export async function serveVisits({ visits, config, drainMs, lifecycle, log }: ServeOptions) {
  const transport = await pickTransport((exchange) => visits.handle(exchange), config.TRANSPORT, log)
  const port = await transport.listen({
    host: config.LISTEN_HOST,
    port: config.REDIRECT_PORT,
    shared: config.REDIRECTOR_PROCESSES > 1,
  })
  lifecycle.onStop('visits', async () => {
    transport.drain()
    await sleep(drainMs)
    transport.stopListening()
    const end = Date.now() + finishMostMs
    while (visits.waiting > 0 && Date.now() < end) await sleep(pollMs)
    await transport.close()
  })
  return { port, transport: transport.name }
}
