import { parentPort, workerData } from 'node:worker_threads'
import { SqliteDatabase } from '#model/imports/sqlite-database.ts'
import type { SqliteReply, SqliteRequest } from '../sqlite-file.ts'

/**
 * Reads a database of SQLite outside of the worker's event loop. SQLite runs in WebAssembly, so a damaged file can neither read nor
 * write other memory. A file that takes it too long is given up with the thread.
 */

const database = new SqliteDatabase(String(workerData))

parentPort?.on('message', (request: SqliteRequest) => parentPort?.postMessage(reply(request)))

function reply(request: SqliteRequest): SqliteReply {
  try {
    if (request.kind === 'tables') return { tables: database.readTables() }
    return database.readRows(request.table, request.columns, request.from)
  } catch (error) {
    // Messages of SQLite, such as "database disk image is malformed".
    return { trouble: error instanceof Error ? error.message : 'unknown' }
  }
}
