import { write, writeSync } from 'node:fs'

/** Characters that wait for a slow reader or a full disk. More lines are dropped. */
const waitingMost = 1_000_000
/** The reader of a pipe is slow. */
const blockedRetryMs = 100
/** The disk is full, or the reader is gone. */
const failedRetryMs = 1_000
/** A process that exits waits this many times for a reader that reads nothing, and not at all for a full disk. */
const exitTriesMost = 10

interface LogOutputOptions {
  fd: number
  /** Called with the number of dropped lines when lines can be written again. It may write a line about them. */
  onDropped: (lines: number) => void
  waitingMost?: number
}

/**
 * Writes the lines of a log in the background, in order. An error never reaches the process: lines that cannot be written
 * wait, up to a limit, and are tried again. The output of pino throws if the disk is full, and then waits for it forever
 * while the process exits.
 */
export class LogOutput {
  readonly #options: Required<LogOutputOptions>
  /** Lines that no write has tried yet. */
  #waiting = ''
  /** The bytes that the current write still has to write. */
  #rest = Buffer.alloc(0)
  #state: 'idle' | 'writing' | 'retrying' = 'idle'
  #dropped = 0
  #writesAtExit = false

  constructor(options: LogOutputOptions) {
    this.#options = { waitingMost, ...options }
  }

  /** The line ends with a line feed. */
  write(line: string): void {
    if (this.#waiting.length + line.length > this.#options.waitingMost) {
      this.#dropped++
      return
    }
    this.#waiting += line
    if (!this.#writesAtExit) process.once('exit', () => this.#writeAtExit())
    this.#writesAtExit = true
    if (this.#state === 'idle') this.#writeNext()
  }

  #writeNext(): void {
    this.#state = 'writing'
    if (this.#rest.length === 0) this.#takeWaiting()
    if (this.#rest.length > 0) write(this.#options.fd, this.#rest, (error, bytes) => this.#afterWrite(error, bytes))
    else this.#state = 'idle'
  }

  #takeWaiting(): void {
    this.#rest = Buffer.from(this.#waiting)
    this.#waiting = ''
    const dropped = this.#dropped
    this.#dropped = 0
    if (dropped > 0) this.#options.onDropped(dropped)
  }

  #afterWrite(error: NodeJS.ErrnoException | null, bytes: number): void {
    if (error === null) {
      this.#rest = this.#rest.subarray(bytes)
      this.#writeNext()
      return
    }
    this.#state = 'retrying'
    setTimeout(() => this.#writeNext(), isBlocked(error) ? blockedRetryMs : failedRetryMs).unref()
  }

  #writeAtExit(): void {
    // A write in progress is finished by its thread.
    const unwritten = this.#state === 'writing' ? [] : [this.#rest]
    let bytes = Buffer.concat([...unwritten, Buffer.from(this.#waiting)])
    for (let tries = 0; bytes.length > 0 && tries < exitTriesMost; ) {
      try {
        bytes = bytes.subarray(writeSync(this.#options.fd, bytes))
        tries = 0
      } catch (error) {
        if (!isBlocked(error)) return
        tries++
        sleepSync(blockedRetryMs)
      }
    }
  }
}

const isBlocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN'

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
