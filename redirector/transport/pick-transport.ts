import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Handle, Transport } from './exchange.ts'
import { createNodeTransport } from './transport-node.ts'
import { loadUws } from './transport-uws.ts'

/** Creates the HTTP server selected by TRANSPORT. `auto` is uWebSockets.js, or node:http if that does not load. */
export async function pickTransport(handle: Handle, choice: Config['TRANSPORT'], log: Log): Promise<Transport> {
  if (choice === 'node') return createNodeTransport(handle)
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
    return createNodeTransport(handle)
  }
}

function glibcVersion(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime ?? 'none'
}
