import { readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Log } from '#runtime/log.ts'
import type { TypedQueue } from '#runtime/queues.ts'
import { sealedEnding } from './click-spool.ts'
import { readFrames } from './spool-frame.ts'

/** Batches handed over and not yet acknowledged, per process: this bounds what Redis must hold in an outage. */
const unacknowledgedMost = 64
/** A batch without an acknowledgement is handed over again; under the same id, so that it runs once. */
const acknowledgeWithinMs = 15_000
/** Looks for segments this often even when nobody calls: adopted ones, and those that failed. */
const sweepMs = 1_000
const pauseLeastMs = 250
const pauseMostMs = 5_000
const stopPollMs = 20
const unreadableEnding = '.unreadable'

/** What is heard becomes the name of a file. */
const batchIdPattern = /^[0-9a-f-]{36}$/
/** Of lines that each said all of their link, quality 1 made 46 bytes a click in 0.45 µs, and deflate's fastest 58 in 0.6. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: 256 * 1024 }
const compress = promisify(brotliCompress)

interface ClickShipperOptions {
  folder: string
  queue: TypedQueue<'clicks'>
  /** Names this process to whoever stores the batch. */
  replyTo: string
  /** False while Redis is away: then handing over would only wait. */
  canShip: () => boolean
  log: Log
}

/** Hands sealed segments over to the workers, oldest first, and deletes each once its clicks are stored. */
export class ClickShipper {
  /** Sealed segments on this disk, as the last look found them. */
  waiting = 0
  readonly #options: ClickShipperOptions
  /** Batches handed over, and when. */
  readonly #sent = new Map<string, number>()
  #pauseMs = 0
  #endRest: (() => void) | undefined
  #stopped = false

  constructor(options: ClickShipperOptions) {
    this.#options = options
  }

  /** Runs until stopped. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (this.#options.canShip()) await this.#sweep()
        this.#pauseMs = 0
      } catch (error) {
        this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, pauseLeastMs), pauseMostMs)
        this.#options.log.warn({ err: error, pause_ms: this.#pauseMs }, 'segments of clicks could not be handed over')
      }
      if (!this.#stopped) await this.#rest()
    }
  }

  /** There may be something to ship. */
  wake(): void {
    if (this.#pauseMs === 0) this.#endRest?.()
  }

  /**
   * The workers have stored the batch: its segment is no longer needed. The process before this one may have handed it
   * over, and another one may have its segment.
   */
  acknowledge(batchId: string): void {
    if (!batchIdPattern.test(batchId)) return
    this.#sent.delete(batchId)
    unlink(join(this.#options.folder, batchId + sealedEnding)).then(
      () => this.wake(),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return
        this.#options.log.warn({ err: error, batch: batchId }, 'a stored segment stays on disk')
      },
    )
  }

  /** Acknowledgements may have gone unheard. */
  askAgain(): void {
    for (const batchId of this.#sent.keys()) this.#sent.set(batchId, 0)
    this.wake()
  }

  /** Waits, at most this long, until all is stored; what is not stays on disk for the next process. */
  async stop(mostMs: number): Promise<void> {
    const end = Date.now() + mostMs
    while (Date.now() < end && this.#options.canShip() && (await this.#segments()).length > 0) {
      this.wake()
      await sleep(stopPollMs)
    }
    this.#stopped = true
    this.#endRest?.()
  }

  async #sweep(): Promise<void> {
    const names = await this.#segments()
    this.waiting = names.length
    for (const name of names) {
      const batchId = name.slice(0, -sealedEnding.length)
      const sentAt = this.#sent.get(batchId)
      if (sentAt === undefined ? this.#sent.size >= unacknowledgedMost : Date.now() - sentAt < acknowledgeWithinMs)
        continue
      await this.#ship(batchId)
      if (this.#stopped) return
    }
  }

  async #ship(batchId: string): Promise<void> {
    const { folder, queue, replyTo } = this.#options
    const path = join(folder, batchId + sealedEnding)
    const bytes = await readIfThere(path)
    if (bytes === null) return
    if (bytes.length === 0) return unlink(path)
    const { payloads, clicks } = readFrames(bytes)
    if (clicks === 0) return this.#setAside(path)
    const lines = (await compress(Buffer.concat(payloads), compression)).toString('base64')
    this.#sent.set(batchId, Date.now())
    try {
      await queue.add({ batch_id: batchId, rows: clicks, tsv: lines, reply_to: replyTo }, batchId)
    } catch (error) {
      this.#sent.delete(batchId)
      throw error
    }
  }

  /** Not a click of it can be read: it is kept for whoever wants to look, and not tried again. */
  async #setAside(path: string): Promise<void> {
    await rename(path, path + unreadableEnding)
    this.#options.log.error({ segment: path + unreadableEnding }, 'a segment of clicks cannot be read')
  }

  /** Sealed segments, oldest first: their names begin with the time. */
  async #segments(): Promise<string[]> {
    return (await readdir(this.#options.folder)).filter((name) => name.endsWith(sealedEnding)).sort()
  }

  async #rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#endRest = resolve
      timer = setTimeout(resolve, this.#pauseMs || sweepMs)
    })
    clearTimeout(timer)
    this.#endRest = undefined
  }
}

/** An acknowledgement may have come since the folder was looked at. */
async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
