import type { ServerResponse } from 'node:http'

/** Longer than any page of an export takes to read. */
const longestPauseMs = 120_000

/** Closes the connection of a client that stops reading a file, so that the file does not stay open. */
export function endStalled(response: ServerResponse, pauseMs = longestPauseMs): void {
  response.setTimeout(pauseMs, () => response.destroy())
}
