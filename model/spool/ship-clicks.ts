import { copyFileSync, existsSync } from 'node:fs'
import { readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { unlessFull } from '#runtime/full-disk.ts'
import { ifThere } from '#runtime/if-there.ts'
import type { Log } from '#runtime/log.ts'
import type { TypedQueue } from '#runtime/queues.ts'
import type { Span } from '#runtime/span.ts'
import { damagedEnding, sealedEnding } from './spool-folder.ts'
import { readFrames } from './spool-frame.ts'

/** Unacknowledged batches per process. This limits how much Redis must hold during an outage. */
const unacknowledgedMost = 64
/** A batch that is not acknowledged in time is queued again, under the same ID so that it is processed once. */
const acknowledgeWithinMs = 15_000
/** Interval of the check for segments that are due again, for which wake() is not called. */
const sweepMs = 1_000
/** The same if the last check found none. Sealed and adopted segments wake the shipper. */
const restMs = 5_000
const pauseLeastMs = 250
const pauseMostMs = 5_000
const stopPollMs = 20
const unreadableEnding = '.unreadable'

/** Messages are used as file names, so they are validated. */
const batchIdPattern = /^[0-9a-f-]{36}$/
/** Measured per click with full lines: quality 1 gave 46 bytes in 0.45 µs, the fastest deflate 58 bytes in 0.6 µs. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: 256 * 1024 }
const compress = promisify(brotliCompress)

/** The spans of batches with sampled clicks. */
export interface BatchTraces {
  of(batchId: string): Span | undefined
  /** Called when a batch is stored. */
  forget(batchId: string): void
}

interface ClickShipperOptions {
  folder: string
  queue: TypedQueue<'clicks'>
  /** The name under which the workers acknowledge batches. */
  replyTo: string
  /** False while Redis is unavailable: adding to the queue would only wait. */
  canShip: () => boolean
  traces?: BatchTraces | null
  log: Log
}

/** Sends sealed segments to the workers, oldest first, and deletes each once its clicks are stored. */
export class ClickShipper {
  readonly #options: ClickShipperOptions
  /** IDs of queued batches and when they were queued. */
  readonly #sent = new Map<string, number>()
  #pauseMs = 0
  #endRest: (() => void) | undefined
  /** A segment was sealed since the last check began. */
  #isWoken = false
  /** The last check found no segments. */
  #foundNone = false
  #stopped = false
  #endWaiting = () => {}
  readonly #end = new Promise<void>((resolve) => {
    this.#endWaiting = resolve
  })

  constructor(options: ClickShipperOptions) {
    this.#options = options
  }

  /** Runs until stopped. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      this.#isWoken = false
      this.#foundNone = false
      try {
        if (this.#options.canShip()) await this.#sweep()
        this.#pauseMs = 0
      } catch (error) {
        this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, pauseLeastMs), pauseMostMs)
        this.#options.log.warn({ err: error, pause_ms: this.#pauseMs }, 'failed to queue click segments')
      }
      if (!this.#stopped && !(this.#isWoken && this.#pauseMs === 0)) await this.#rest()
    }
  }

  /** Number of sealed segments on disk, also while they cannot be shipped. */
  async countWaiting(): Promise<number> {
    return (await this.#segments()).length
  }

  /** Checks for segments now instead of waiting for the next check. */
  wake(): void {
    this.#isWoken = true
    if (this.#pauseMs === 0) this.#endRest?.()
  }

  /**
   * Deletes the segment of a batch that the workers have stored. A previous process may have queued the batch, and
   * another process may have the segment.
   */
  acknowledge(batchId: string): void {
    if (!batchIdPattern.test(batchId)) return
    this.#sent.delete(batchId)
    this.#options.traces?.forget(batchId)
    unlink(join(this.#options.folder, batchId + sealedEnding)).then(
      () => this.wake(),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return
        this.#options.log.warn({ err: error, batch: batchId }, 'failed to delete a stored click segment')
      },
    )
  }

  /** Queues all unacknowledged batches again, since acknowledgments may have been missed. */
  askAgain(): void {
    for (const batchId of this.#sent.keys()) this.#sent.set(batchId, 0)
    this.wake()
  }

  /** Waits up to this long for all segments to be stored. The rest stays on disk for the next process. */
  async stop(mostMs: number): Promise<void> {
    const end = performance.now() + mostMs
    while (performance.now() < end && this.#options.canShip() && (await this.countWaiting()) > 0) {
      this.wake()
      await sleep(stopPollMs)
    }
    this.#stopped = true
    this.#endRest?.()
    this.#endWaiting()
  }

  async #sweep(): Promise<void> {
    // Oldest first, since their names start with the time.
    const names = (await this.#segments()).sort()
    this.#foundNone = names.length === 0
    for (const name of names) {
      const batchId = name.slice(0, -sealedEnding.length)
      const sentAt = this.#sent.get(batchId)
      if (
        sentAt === undefined ? this.#sent.size >= unacknowledgedMost : performance.now() - sentAt < acknowledgeWithinMs
      )
        continue
      await this.#ship(batchId)
      if (this.#stopped) return
    }
  }

  async #ship(batchId: string): Promise<void> {
    const { folder, queue, replyTo, traces } = this.#options
    const path = join(folder, batchId + sealedEnding)
    // An acknowledgment may have deleted it since the folder was listed.
    const bytes = await ifThere(() => readFile(path))
    if (bytes === null) return
    if (bytes.length === 0) return unlink(path)
    const { payloads, clicks, end } = readFrames(bytes)
    if (clicks === 0) return this.#setAside(path)
    if (end < bytes.length) this.#keepDamaged(path, batchId)
    const lines = (await compress(Buffer.concat(payloads), compression)).toString('base64')
    this.#sent.set(batchId, performance.now())
    const span = traces?.of(batchId)
    const trace = span && { traceparent: span.traceparent }
    try {
      const adding = queue.add({ batch_id: batchId, rows: clicks, tsv: lines, reply_to: replyTo, ...trace }, batchId)
      // If Redis stopped responding in between, adding waits until it is back. The segment stays on disk.
      await Promise.race([adding, this.#end])
      span?.end()
    } catch (error) {
      this.#sent.delete(batchId)
      throw error
    }
  }

  /** Renames a segment that contains no readable click, so that it is kept for inspection but not retried. */
  async #setAside(path: string): Promise<void> {
    await rename(path, path + unreadableEnding)
    this.#options.log.error({ segment: path + unreadableEnding }, 'click segment is unreadable')
  }

  /**
   * Copies a segment that is only readable up to a point, since it is deleted when its readable clicks are stored. On a full
   * disk, this is tried again whenever the batch is sent again.
   */
  #keepDamaged(path: string, batchId: string): void {
    const copy = path + damagedEnding
    if (existsSync(copy)) return
    const isCopied = unlessFull(() => copyFileSync(path, copy))
    if (this.#sent.has(batchId)) return
    const kept = isCopied ? { copy } : {}
    this.#options.log.error({ segment: path, ...kept }, 'click segment is damaged; clicks are missing')
  }

  async #segments(): Promise<string[]> {
    return (await readdir(this.#options.folder)).filter((name) => name.endsWith(sealedEnding))
  }

  async #rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#endRest = resolve
      timer = setTimeout(resolve, this.#pauseMs || (this.#foundNone ? restMs : sweepMs))
    })
    clearTimeout(timer)
    this.#endRest = undefined
  }
}
