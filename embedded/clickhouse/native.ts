import { createRequire } from 'node:module'

/** A separate connection to the engine. Its settings and parameters do not affect other connections. */
export type Connection = { readonly connection: unique symbol }

type NativeResult = { bytes: Uint8Array; elapsed: number; rowsRead: number; bytesRead: number }
type Written = { elapsed: number; rowsWritten: number; bytesWritten: number }

/** The parts of chdb's addon that are used here. */
export interface Native {
  /** Arguments are those of `clickhouse local`. Only the first connection of a folder can have some. */
  CreateConnection(path: string, engineArguments?: readonly string[]): Connection
  CloseConnection(connection: Connection): void
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<NativeResult>
  /** Runs `sql`, a newline, and `tail`, and counts the written rows. */
  InsertRawAsyncConnection(connection: Connection, sql: string, tail: Buffer, countLines: boolean): Promise<Written>
  DurableClassifyAsync(connection: Connection, sql: string): Promise<{ statementCount: number }>
}

/**
 * chdb's Session class keeps closed connections alive until all running queries of the process are done, and does not
 * report the number of written rows. Its addon handles both correctly. chdb is pinned to an exact version for this.
 */
export function loadNative(): Native {
  const requireHere = createRequire(import.meta.url)
  const requireInChdb = createRequire(requireHere.resolve('chdb'))
  const loader = requireInChdb('./dist/loader.js') as { loadNative(): Native }
  return loader.loadNative()
}
