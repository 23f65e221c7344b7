import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { OpenDump } from '#core/imports/dumps/read-dump.ts'
import type { TableHead } from '#core/imports/dumps/sql-heads.ts'
import type { Value } from '#core/imports/dumps/sql-values.ts'
import { FileError } from '#core/imports/file-error.ts'
import type { SqliteRowNumber } from '#model/imports/sqlite-database.ts'
import { isFull } from '#runtime/full-disk.ts'
import { openNameless } from '#runtime/nameless-file.ts'
import { program } from '#runtime/project.ts'
import { startThread } from '../start-thread.ts'
import { DiskFull, keepReserve } from './free-space.ts'

/** Limits that tests change. */
export interface SqliteLimits {
  /** Time for a request of 1,000 rows. */
  patienceMs: number
  /** Free space that a database leaves to other files, such as clicks that wait for their stores. */
  reserveBytes: number
}

const usualLimits: SqliteLimits = { patienceMs: 60_000, reserveBytes: 512 * 1024 ** 2 }
/** Bytes that are written before the free space is looked at again. */
const bytesPerLook = 16 * 1024 ** 2
/** Rows of all tables: more than an import can have links. A damaged file can have any number. */
const mostRows = 3_000_000
const headerBytes = 100
/** Bytes of the header with the journal mode; 2 is WAL, whose second file is not here. */
const journalBytes = [18, 19]

export type SqliteRequest =
  | { kind: 'tables' }
  | { kind: 'rows'; table: string; columns: readonly string[]; from: SqliteRowNumber | null }
export type SqliteReply =
  | { tables: { name: string; columns: string[] }[] }
  | { rows: Value[][]; next: SqliteRowNumber | null }
  | { trouble: string }

/** The thread ends when the worker stops. */
interface SqliteOptions extends Partial<SqliteLimits> {
  stopping: AbortSignal
}

/** A database of SQLite, from its bytes. They are in a file without a name, which is gone when it is closed. */
export class SqliteFile {
  readonly #close: () => Promise<void>
  readonly #thread: Worker
  readonly #patienceMs: number
  #hasEnded = false
  /** Ends the current request. */
  #answer: (reply: SqliteReply | null) => void = () => undefined

  private constructor(
    folder: string,
    close: () => Promise<void>,
    { patienceMs, stopping }: { patienceMs: number; stopping: AbortSignal },
  ) {
    this.#patienceMs = patienceMs
    this.#thread = startThread(program('workers/imports/sqlite-thread/main.ts').at(-1) ?? '', join(folder, 'database'))
    this.#thread.on('message', (reply: SqliteReply) => this.#answer(reply))
    // Its end tells enough: the file cannot be read.
    this.#thread.on('error', () => undefined)
    this.#thread.on('exit', () => {
      this.#hasEnded = true
      this.#answer(null)
    })
    // A request can take longer than a worker that stops has time, and would keep it from releasing the import.
    const onStop = () => void this.#thread.terminate()
    if (stopping.aborted) onStop()
    stopping.addEventListener('abort', onStop)
    this.#close = async () => {
      stopping.removeEventListener('abort', onStop)
      await close()
    }
  }

  /** Throws DiskFull, and an error if the worker stops. */
  static async open(dataDir: string, pieces: AsyncIterable<Buffer>, options: SqliteOptions): Promise<SqliteFile> {
    const { patienceMs, reserveBytes, stopping } = { ...usualLimits, ...options }
    const uploads = join(dataDir, 'uploads')
    const file = await openNameless(uploads)
    const folder = await mkdtemp(join(uploads, 'sqlite-'))
    const close = async () => {
      await file.close()
      await rm(folder, { recursive: true, force: true })
    }
    try {
      let [position, nextLook] = [0, 0]
      for await (const piece of pieces) {
        if (position >= nextLook) {
          await keepReserve(uploads, bytesPerLook, reserveBytes)
          nextLook = position + bytesPerLook
        }
        const bytes = position === 0 ? withoutJournal(piece) : piece
        await file.write(bytes, 0, bytes.length, position)
        position += bytes.length
      }
      // SQLite opens files by name, and locks them with a folder next to them.
      await symlink(`/dev/fd/${file.fd}`, join(folder, 'database'))
      return new SqliteFile(folder, close, { patienceMs, stopping })
    } catch (error) {
      await close()
      throw isFull(error) ? new DiskFull() : error
    }
  }

  /** The rows of its tables, in the order of the tables. */
  readonly read: OpenDump = (wants) => this.#read(wants)

  async close(): Promise<void> {
    await this.#thread.terminate()
    await this.#close()
  }

  async *#read(wants: (table: TableHead) => boolean) {
    let count = 0
    const reply = await this.#ask({ kind: 'tables' })
    for (const table of 'tables' in reply ? reply.tables : []) {
      if (!wants(table)) continue
      for (let from: SqliteRowNumber | null = null, isFirst = true; isFirst || from !== null; isFirst = false) {
        const rows = await this.#ask({ kind: 'rows', table: table.name, columns: table.columns, from })
        if (!('rows' in rows)) throw damaged()
        count += rows.rows.length
        if (count > mostRows)
          throw new FileError(`The database has more than ${mostRows.toLocaleString('en-US')} links and domains.`)
        yield rows.rows.map((values) => ({ table, values }))
        from = rows.next
      }
    }
  }

  #ask(request: SqliteRequest): Promise<Exclude<SqliteReply, { trouble: string }>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(tooSlow()), this.#patienceMs)
      this.#answer = (reply) => {
        clearTimeout(timer)
        if (reply === null || 'trouble' in reply) reject(damaged())
        else resolve(reply)
      }
      if (this.#hasEnded) this.#answer(null)
      else this.#thread.postMessage(request)
    })
  }
}

const damaged = () =>
  new FileError('The SQLite database is damaged or cannot be read. Save a copy with “.backup”, and upload it.')
const tooSlow = () =>
  new FileError('The SQLite database takes too long to read. Save a copy with “.backup”, and upload it.')

/** Without its second file, a database in WAL mode can only be read as one in another mode. */
function withoutJournal(piece: Buffer): Buffer {
  const bytes = Buffer.from(piece)
  if (bytes.length >= headerBytes) for (const at of journalBytes) if (bytes[at] === 2) bytes[at] = 1
  return bytes
}
