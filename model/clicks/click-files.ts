import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { tryLater } from '#core/api-error.ts'
import { openNameless } from '#runtime/nameless-file.ts'

/** Files that are written or downloaded at the same time. Each has up to a million clicks: about 100 MB. */
const mostOfAccount = 2
const mostOfProcess = 8
const retryAfterSeconds = 5

/**
 * Files of clicks on the disk while they are downloaded. A slow download would otherwise keep a connection to the click
 * store busy, and a file that ends early cannot be read at all.
 */
export class ClickFiles {
  readonly #folder: string
  /** The account of each open file. */
  readonly #open: string[] = []

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'downloads')
  }

  /** Writes a file, and returns it to be read once. */
  async save(accountId: string, write: (use: (bytes: Readable) => Promise<void>) => Promise<void>): Promise<Readable> {
    const own = this.#open.filter((id) => id === accountId).length
    if (own >= mostOfAccount || this.#open.length >= mostOfProcess) throw busy()
    this.#open.push(accountId)
    let file: FileHandle | undefined
    try {
      const target = await openNameless(this.#folder)
      file = target
      await write((bytes) => writeAll(target, bytes))
      return file.createReadStream({ start: 0 }).once('close', () => this.#leave(accountId))
    } catch (error) {
      await file?.close()
      this.#leave(accountId)
      throw error
    }
  }

  #leave(accountId: string): void {
    this.#open.splice(this.#open.indexOf(accountId), 1)
  }
}

const busy = () =>
  tryLater(
    'SERVICE_UNAVAILABLE',
    'Too many Parquet files are being downloaded. Try again when one of them has finished.',
    retryAfterSeconds,
  )

/** Written without a stream, which would keep the file from closing. */
async function writeAll(file: FileHandle, bytes: Readable): Promise<void> {
  for await (const chunk of bytes as AsyncIterable<Buffer>) await file.appendFile(chunk)
}
