import type { ReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { tryLater } from '#core/api-error.ts'
import { openNameless } from '#runtime/nameless-file.ts'

/** Files that are written or downloaded at the same time. Each has up to a million clicks: about 100 MB. */
const mostOfAccount = 2
const mostOfProcess = 8
const retryAfterSeconds = 5
/** If there are as many files as allowed, another one ends the slowest download of those that are slower than this. */
const slowestBytesPerSecond = 64 * 1024
const patienceMs = 10_000

interface OpenFile {
  accountId: string
  /** Undefined while the click store writes the file. */
  download?: { stream: ReadStream; startedAt: number }
}

/**
 * Files of clicks on the disk while they are downloaded. A slow download would otherwise keep a connection to the click
 * store busy, and a file that ends early cannot be read at all.
 */
export class ClickFiles {
  readonly #folder: string
  readonly #open = new Set<OpenFile>()
  readonly #now: () => number

  constructor(dataDir: string, now = Date.now) {
    this.#folder = join(dataDir, 'downloads')
    this.#now = now
  }

  /** Writes a file, and returns it to be read once. */
  async save(accountId: string, write: (use: (bytes: Readable) => Promise<void>) => Promise<void>): Promise<Readable> {
    const own = [...this.#open].filter((each) => each.accountId === accountId).length
    if (own >= mostOfAccount) throw busy()
    if (this.#open.size >= mostOfProcess) this.#endSlowest()
    const place: OpenFile = { accountId }
    this.#open.add(place)
    let file: FileHandle | undefined
    try {
      const target = await openNameless(this.#folder)
      file = target
      await write((bytes) => writeAll(target, bytes))
      const stream = file.createReadStream({ start: 0 }).once('close', () => this.#open.delete(place))
      // Without a listener, its end for another download would end the process.
      stream.on('error', () => undefined)
      place.download = { stream, startedAt: this.#now() }
      return stream
    } catch (error) {
      await file?.close()
      this.#open.delete(place)
      throw error
    }
  }

  /** Ends the slowest download, so that a few slow clients do not block the others. Throws if none is slow. */
  #endSlowest(): void {
    const slow = [...this.#open]
      .map((place) => ({ place, pace: this.#paceOf(place) }))
      .filter(({ pace }) => pace < slowestBytesPerSecond)
      .toSorted((one, other) => one.pace - other.pace)
    const slowest = slow[0]?.place
    if (slowest === undefined) throw busy()
    this.#open.delete(slowest)
    slowest.download?.stream.destroy(new Error('the download was too slow, and ended for another one'))
  }

  /** Bytes per second, on average. */
  #paceOf({ download }: OpenFile): number {
    if (download === undefined) return Number.POSITIVE_INFINITY
    const ms = this.#now() - download.startedAt
    return ms < patienceMs ? Number.POSITIVE_INFINITY : (download.stream.bytesRead * 1_000) / ms
  }
}

const busy = () =>
  tryLater(
    'SERVICE_UNAVAILABLE',
    'Too many files are being downloaded. Try again when one of the downloads has finished.',
    retryAfterSeconds,
  )

/** Written without a stream, which would keep the file from closing. */
async function writeAll(file: FileHandle, bytes: Readable): Promise<void> {
  for await (const chunk of bytes as AsyncIterable<Buffer>) await file.appendFile(chunk)
}
