import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** Longer than any page of an export takes to read. */
const longestPauseMs = 120_000

/** Closes the connection of a client that stops reading a file, so that the file does not stay open. */
export function endStalled(response: ServerResponse, pauseMs = longestPauseMs): void {
  response.setTimeout(pauseMs, () => cut(response))
}

/** Cuts the connection if the rest of a file cannot be read, so that it does not look complete. */
export function cutIfBroken(response: ServerResponse, file: Readable): void {
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
