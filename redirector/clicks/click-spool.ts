import { closeSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openEnding, sealedEnding } from '#model/spool/spool-folder.ts'
import { frameMostBytes, writeFrame } from '#model/spool/spool-frame.ts'
import type { Log } from '#runtime/log.ts'
import { uuidv7 } from '#runtime/uuid.ts'

/**
 * A segment is sealed, and then shipped, when it reaches the first of these limits. A batch costs nearly the same however
 * few clicks it contains, so a trickle is collected until the clock reaches the next multiple of this time. That is the same
 * moment in all redirectors, and workers store batches that arrive together at once. The first click after a quiet time is
 * shipped sooner: somebody may be waiting for it in the dashboard.
 */
const segmentMostMs = 1_500
const firstAfterQuietMs = 250
const quietMs = 5_000
/** Enough clicks for a batch at this age. */
const busyMs = 500
const busyClicks = 500
const segmentMostClicks = 10_000
const segmentMostBytes = 2 * 1024 ** 2
/** Clicks of one event loop turn are written together, up to this many characters. */
const turnMostCharacters = 65_536
/** More than a click can need, including the lines for its link and user agent (limits: schemas/clicks.ts). */
const clickMostCharacters = 24_576

interface Segment {
  batchId: string
  fd: number
  openedAt: number
  /** The end of the last complete frame. The next frame starts here and overwrites the rest of a failed write. */
  position: number
  clicks: number
}

/** Receives the batch ID and the index of the click in it, which determine the click ID; null if the click is lost. */
export type OnWritten = (batchId: string | null, index: number) => void

interface ClickSpoolOptions {
  /** A folder that only this process uses. */
  folder: string
  log: Log
  onSealed: () => void
}

/**
 * Keeps clicks on the local disk from before the visitor gets a response until they are stored. One write covers all
 * visits of one event loop turn: a write per click would take twice the CPU time of the rest of a visit.
 */
export class ClickSpool {
  /** Clicks written, and clicks lost because a write failed. */
  written = 0
  lost = 0
  /** True if the last write failed. */
  full = false
  readonly #options: ClickSpoolOptions
  readonly #frame = Buffer.allocUnsafe(frameMostBytes(turnMostCharacters + clickMostCharacters))
  #segment: Segment | undefined
  /** When the last segment was sealed, in milliseconds of `performance.now()`. */
  #sealedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  /** The lines of this turn so far. */
  #lines = ''
  /** The batch index of the first click of the last write. */
  #first = 0
  #written: OnWritten[] = []
  /** Links and agents shared by clicks of the open segment, with their numbers. */
  readonly #shared = new Map<object, number>()

  constructor(options: ClickSpoolOptions) {
    this.#options = options
  }

  /** The number that refers to a link or agent in this segment. The first call writes the line that defines it. */
  share<Part extends object>(part: Part, describe: (number: number, part: Part) => string): number {
    const known = this.#shared.get(part)
    if (known !== undefined) return known
    const number = this.#shared.size
    this.#shared.set(part, number)
    this.#lines += describe(number, part)
    return number
  }

  /** Calls back in this event loop turn, once the click is safe from a process crash or has been counted as lost. */
  write(line: string, onWritten: OnWritten): void {
    if (this.#written.length === 0) setImmediate(() => this.#flush())
    this.#lines += line
    this.#written.push(onWritten)
    if (this.#lines.length >= turnMostCharacters) this.#flush()
  }

  /** Seals the open segment so that it can be shipped. */
  seal(): void {
    this.#flush()
    if (this.#segment !== undefined) this.#close(this.#segment)
  }

  #close(segment: Segment): void {
    this.#segment = undefined
    this.#sealedAt = performance.now()
    this.#shared.clear()
    clearTimeout(this.#timer)
    const path = join(this.#options.folder, segment.batchId)
    try {
      ftruncateSync(segment.fd, segment.position)
      closeSync(segment.fd)
      renameSync(path + openEnding, path + sealedEnding)
      this.#options.onSealed()
    } catch (error) {
      // The clicks stay on disk and are shipped after the next start.
      this.#options.log.error({ err: error, segment: segment.batchId }, 'failed to seal a click segment')
    }
  }

  #flush(): void {
    const [lines, written] = [this.#lines, this.#written]
    if (written.length === 0) return
    this.#lines = ''
    this.#written = []
    const batchId = this.#store(lines, written.length)
    const first = this.#first
    for (let index = 0; index < written.length; index++) written[index]?.(batchId, first + index)
  }

  /** Returns the batch ID, or null if the clicks are lost. */
  #store(lines: string, clicks: number): string | null {
    try {
      const batchId = this.#append(lines, clicks)
      this.written += clicks
      if (this.full) this.#options.log.info('click spool is writable again')
      this.full = false
      return batchId
    } catch (error) {
      // Redirects continue and lost clicks are counted. Links and agents defined in the lost lines are defined again.
      this.lost += clicks
      this.#shared.clear()
      if (!this.full) this.#options.log.error({ err: error }, 'cannot write to the click spool; clicks are being lost')
      this.full = true
      return null
    }
  }

  #append(lines: string, clicks: number): string {
    this.#segment ??= this.#open()
    const segment = this.#segment
    const length = writeFrame(this.#frame, lines, clicks)
    let done = 0
    // A disk that fills up writes some of the bytes and then throws.
    while (done < length) {
      done += writeSync(segment.fd, this.#frame, done, length - done, segment.position + done)
    }
    segment.position += length
    this.#first = segment.clicks
    segment.clicks += clicks
    if (isFull(segment)) this.#close(segment)
    return segment.batchId
  }

  #open(): Segment {
    const batchId = makeBatchId()
    const fd = openSync(join(this.#options.folder, batchId + openEnding), 'wx', 0o600)
    const openedAt = performance.now()
    const isFirst = openedAt - this.#sealedAt > quietMs
    this.#timer = setTimeout(
      () => this.seal(),
      isFirst ? firstAfterQuietMs : segmentMostMs - (Date.now() % segmentMostMs),
    )
    return { batchId, fd, openedAt, position: 0, clicks: 0 }
  }
}

function isFull({ clicks, position, openedAt }: Segment): boolean {
  if (clicks >= segmentMostClicks || position >= segmentMostBytes) return true
  return clicks >= busyClicks && performance.now() - openedAt >= busyMs
}

/** The last 16 bits are left for the click number (schemas/clicks.ts). */
const makeBatchId = () => `${uuidv7().slice(0, 32)}0000`
