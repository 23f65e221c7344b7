import { closeSync, openSync, writeSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { notImplemented, tooLarge } from './errors.ts'

/** Rows are kept in a file. A backup of an earlier version, or of another server, can have 500,000 of up to 14 KB in one insert. */
const maxRowsBytes = 8 * 1024 ** 3
const maxSqlBytes = 64 * 1024 ** 2
/** Maximum total size of all SQL held in memory while it is read. */
const maxSqlBytesAtOnce = 256 * 1024 ** 2

export type Compression = 'none' | 'gzip'

export function compressionOf(request: IncomingMessage): Compression {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return 'none'
  if (encoding === 'gzip') return 'gzip'
  throw notImplemented(`Content-Encoding ${encoding} is not available in this server.`)
}

/** Saves rows to a file unchanged. Writes to the page cache are fast and need no thread of the pool. */
export async function saveRows(request: IncomingMessage, path: string): Promise<void> {
  const file = openSync(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxRowsBytes) throw tooLarge(`The rows are larger than ${maxRowsBytes} bytes.`)
      for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at)
    }
  } finally {
    closeSync(file)
  }
}

let held = 0

export async function readSql(request: IncomingMessage): Promise<Buffer> {
  const source: Readable = compressionOf(request) === 'gzip' ? request.pipe(createGunzip()) : request
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length
      held += chunk.length
      if (size > maxSqlBytes) throw tooLarge(`The query is larger than ${maxSqlBytes} bytes.`)
      if (held > maxSqlBytesAtOnce) throw tooLarge('Too many large queries at once.')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    held -= size
  }
}
