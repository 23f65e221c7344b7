import { closeSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#runtime/log.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { frameMostBytes, writeFrame } from './spool-frame.ts'

/** A segment is sealed, and with it on its way, at the first of these. */
const segmentMostMs = 500
const segmentMostClicks = 10_000
const segmentMostBytes = 2 * 1024 ** 2
/** Clicks of one turn of the event loop are written at once, up to this many characters. */
const turnMostCharacters = 65_536
/** Longer than a click may be, with the lines of its link and its agent (schemas/clicks.ts has the limits). */
const clickMostCharacters = 24_576

export const openEnding = '.open'
export const sealedEnding = '.seg'

interface Segment {
  batchId: string
  fd: number
  /** The end of the last complete frame: the next is written here, whatever a failed write left behind it. */
  position: number
  clicks: number
}

/** Told the id of the batch and the place of the click in it, from which its id follows; null if it is lost. */
export type OnWritten = (batchId: string | null, index: number) => void

interface ClickSpoolOptions {
  /** A folder that is this process's alone. */
  folder: string
  log: Log
  onSealed: () => void
}

/**
 * Clicks on this machine's disk, from before their visit is answered until they are stored. One write serves all visits
 * of one turn of the event loop: a write each costs twice the CPU of all else that a visit needs.
 */
export class ClickSpool {
  /** Clicks written, and clicks lost because the disk took them not. */
  written = 0
  lost = 0
  /** The last write failed. */
  full = false
  readonly #options: ClickSpoolOptions
  readonly #frame = Buffer.allocUnsafe(frameMostBytes(turnMostCharacters + clickMostCharacters))
  #segment: Segment | undefined
  #timer: NodeJS.Timeout | undefined
  /** What this turn has brought so far: its lines, and whom to tell. */
  #lines = ''
  /** The place in its batch of the first click that was written last. */
  #first = 0
  #written: OnWritten[] = []
  /** What clicks of the open segment share, each with its number. */
  readonly #shared = new Map<object, number>()

  constructor(options: ClickSpoolOptions) {
    this.#options = options
  }

  /** The number by which lines of this segment name a link or an agent; the first time, `describe` writes the line that says which. */
  share<Part extends object>(part: Part, describe: (number: number, part: Part) => string): number {
    const known = this.#shared.get(part)
    if (known !== undefined) return known
    const number = this.#shared.size
    this.#shared.set(part, number)
    this.#lines += describe(number, part)
    return number
  }

  /** Calls back, in this turn of the event loop, once the click survives the death of the process, or is counted as lost. */
  write(line: string, onWritten: OnWritten): void {
    if (this.#written.length === 0) setImmediate(() => this.#flush())
    this.#lines += line
    this.#written.push(onWritten)
    if (this.#lines.length >= turnMostCharacters) this.#flush()
  }

  /** Ends the open segment, so that it can be shipped. */
  seal(): void {
    this.#flush()
    if (this.#segment !== undefined) this.#close(this.#segment)
  }

  #close(segment: Segment): void {
    this.#segment = undefined
    this.#shared.clear()
    clearTimeout(this.#timer)
    const path = join(this.#options.folder, segment.batchId)
    try {
      ftruncateSync(segment.fd, segment.position)
      closeSync(segment.fd)
      renameSync(path + openEnding, path + sealedEnding)
      this.#options.onSealed()
    } catch (error) {
      // Its clicks stay on disk, and the next start of the process ships them.
      this.#options.log.error({ err: error, segment: segment.batchId }, 'a segment of clicks could not be sealed')
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

  /** The id of the batch, or null: they are lost. */
  #store(lines: string, clicks: number): string | null {
    try {
      const batchId = this.#append(lines, clicks)
      this.written += clicks
      if (this.full) this.#options.log.info('the click spool takes clicks again')
      this.full = false
      return batchId
    } catch (error) {
      // Whatever the disk's reason: visits go on, and what is lost is counted. What the lost lines said is said again.
      this.lost += clicks
      this.#shared.clear()
      if (!this.full)
        this.#options.log.error({ err: error }, 'the click spool takes no clicks: they are lost and counted')
      this.full = true
      return null
    }
  }

  #append(lines: string, clicks: number): string {
    this.#segment ??= this.#open()
    const segment = this.#segment
    const length = writeFrame(this.#frame, lines, clicks)
    let done = 0
    // A disk that fills up takes a part and then throws.
    while (done < length) {
      done += writeSync(segment.fd, this.#frame, done, length - done, segment.position + done)
    }
    segment.position += length
    this.#first = segment.clicks
    segment.clicks += clicks
    if (segment.clicks >= segmentMostClicks || segment.position >= segmentMostBytes) this.#close(segment)
    return segment.batchId
  }

  #open(): Segment {
    const batchId = makeBatchId()
    const fd = openSync(join(this.#options.folder, batchId + openEnding), 'wx', 0o600)
    this.#timer = setTimeout(() => this.seal(), segmentMostMs)
    return { batchId, fd, position: 0, clicks: 0 }
  }
}

/** Its last 16 bits number the clicks (schemas/clicks.ts). */
const makeBatchId = () => `${uuidv7().slice(0, 32)}0000`
