import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Handle, Transport } from './exchange.ts'
import { createNodeTransport } from './transport-node.ts'
import { loadUws } from './transport-uws.ts'

/** The HTTP server that TRANSPORT names; with `auto` uWebSockets.js, or node:http where that does not load. */
export async function pickTransport(handle: Handle, choice: Config['TRANSPORT'], log: Log): Promise<Transport> {
  if (choice === 'node') return createNodeTransport(handle)
  try {
    return await loadUws(handle)
  } catch (error) {
    if (choice === 'uws') throw error
    // Its own message blames the version of Node; what it lacks is a C library.
    log.warn(
      { err: error, glibc: glibcVersion() },
      'uWebSockets.js does not load here: redirects are served by node:http, at about half the speed. ' +
        'On Node 22 and newer it needs glibc 2.38 or newer (Debian 13, Ubuntu 24.04)',
    )
    return createNodeTransport(handle)
  }
}

function glibcVersion(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime ?? 'none'
}
