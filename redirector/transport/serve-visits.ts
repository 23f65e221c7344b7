import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#runtime/config.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'
import type { VisitHandler } from '../visit/handle-visit.ts'
import type { Handle, Transport } from './exchange.ts'
import { NodeTransport } from './transport-node.ts'
import { loadUws } from './transport-uws.ts'

/** Longer than the maximum time that a visit waits for its link. */
const finishMostMs = 4_500
const pollMs = 20

interface ServeOptions {
  visits: VisitHandler
  handle: Handle
  config: Config
  drainMs: number
  lifecycle: Lifecycle
  log: Log
}

/** Starts listening. A stop drains: it announces the end, stops accepting, finishes open visits, and closes. */
export async function serveVisits({ visits, handle, config, drainMs, lifecycle, log }: ServeOptions) {
  const transport = await pickTransport(handle, config.TRANSPORT, log)
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

/** Creates the HTTP server selected by TRANSPORT. `auto` is uWebSockets.js, or node:http if that does not load. */
async function pickTransport(handle: Handle, choice: Config['TRANSPORT'], log: Log): Promise<Transport> {
  if (choice === 'node') return new NodeTransport(handle)
  try {
    return await loadUws(handle)
  } catch (error) {
    if (choice === 'uws') throw error
    // Its own error message blames the Node version, but the C library is too old.
    log.warn(
      { err: error, glibc: glibcVersion() },
      'uWebSockets.js cannot be loaded; using node:http at about half the speed. ' +
        'On Node 22 and later it requires glibc 2.38 or later (Debian 13, Ubuntu 24.04)',
    )
    return new NodeTransport(handle)
  }
}

function glibcVersion(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime ?? 'none'
}
