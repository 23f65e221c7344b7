import { createRequire } from 'node:module'

/** A connection of its own to the engine: settings and parameters set on it are seen by nobody else. */
export type Connection = { readonly connection: unique symbol }

type NativeResult = { bytes: Uint8Array; elapsed: number; rowsRead: number; bytesRead: number }
type Written = { elapsed: number; rowsWritten: number; bytesWritten: number }

/** The part of chdb's addon that is used here. */
export interface Native {
  CreateConnection(path: string): Connection
  CloseConnection(connection: Connection): void
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<NativeResult>
  /** Runs `sql`, a newline and `tail`, and counts the rows that were written. */
  InsertRawAsyncConnection(connection: Connection, sql: string, tail: Buffer, countLines: boolean): Promise<Written>
  DurableClassifyAsync(connection: Connection, sql: string): Promise<{ statementCount: number }>
}

/**
 * chdb's own Session keeps every closed connection alive until all queries of the process that were running are
 * done, and tells nobody how many rows were written; its addon does both right. chdb is pinned exactly for this.
 */
export function loadNative(): Native {
  const requireHere = createRequire(import.meta.url)
  const requireInChdb = createRequire(requireHere.resolve('chdb'))
  const loader = requireInChdb('./dist/loader.js') as { loadNative(): Native }
  return loader.loadNative()
}
