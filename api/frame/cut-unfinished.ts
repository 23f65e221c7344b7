import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** Longer than any page of an export takes to read. */
const longestPauseMs = 120_000

/**
 * Cuts the connection if the rest of a file cannot be read, so that it does not look complete, and if its client stops reading,
 * so that the file does not stay open.
 */
export function cutUnfinished(response: ServerResponse, file: Readable, pauseMs = longestPauseMs): void {
  response.setTimeout(pauseMs, () => cut(response))
  file.once('error', () => {
    if (response.headersSent) cut(response)
  })
}

/**
 * With a reset. Without a length, as for a proxy that speaks HTTP/1.0, a connection that is closed in order means that the file
 * is complete.
 */
function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
  response.destroy()
}
