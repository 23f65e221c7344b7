import { setTimeout as sleep } from 'node:timers/promises'
import { pause } from '#runtime/repeat.ts'
import { Child, type ChildSpec } from './child.ts'
import { hasRoom } from './disk-room.ts'
import { LaunchError, LoadingError, reason } from './launch-error.ts'
import { logTail } from './logs.ts'

export type Log = (line: string) => void

interface Options {
  spec: ChildSpec
  dataDir: string
  /** Throws until the process is ready; a LoadingError while it reads its data. */
  check: () => Promise<void>
  /** Maximum time for a start, not counting the time in which it reads its data. */
  startMs: number
  log: Log
  /** Called once, when the process is not restarted anymore. */
  onGiveUp: (error: LaunchError) => void
  mostFailures?: number
}

const firstBackoffMs = 250
const longestBackoffMs = 10_000
/** With the backoff above, about a minute of attempts. */
const failuresInARow = 10
/** After running this long, a process that exits starts a new series of failures. */
const steadyMs = 10_000
const checkEveryMs = 100
const unreadyLoggedEveryMs = 30_000

/** A process that is restarted when it exits unexpectedly, until it is stopped. */
export class Supervised {
  readonly name: string
  readonly #options: Options
  #child: Child | undefined
  /** Aborted by stop(): cancels waiting and prevents restarts. */
  #down = new AbortController()
  #failures = 0
  #revival: Promise<void> | undefined

  constructor(options: Options) {
    this.name = options.spec.name
    this.#options = options
  }

  /** The PID of the running process, which changes with each restart; undefined while none is running. */
  get pid(): number | undefined {
    return this.#child === undefined || this.#child.hasEnded ? undefined : this.#child.pid
  }

  /** Resolves when the process is ready. A failed first start is thrown. The signal cancels the start and stops it. */
  async start(signal?: AbortSignal): Promise<void> {
    const down = new AbortController()
    this.#down = down
    this.#failures = 0
    const giveUp = () => down.abort()
    signal?.addEventListener('abort', giveUp)
    try {
      await this.#run()
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /** Sends a signal. If the process exits, it is restarted. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.signal(signal)
  }

  /** Stops the process until start() is called. */
  async stop(signal?: NodeJS.Signals): Promise<void> {
    this.#down.abort()
    await this.#child?.stop(signal)
    await this.#revival
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  async #run(): Promise<void> {
    const down = this.#down.signal
    const child = new Child(this.#options.spec, this.#options.dataDir)
    this.#child = child
    try {
      await this.#untilItWorks(child, down)
    } catch (error) {
      await child.stop()
      throw error
    }
    const since = performance.now()
    void child.ended.then((how) => {
      if (down.aborted) return
      if (performance.now() - since > steadyMs) this.#failures = 0
      this.#options.log(`${this.name} ${how}; restarting it.`)
      this.#revival = this.#revive(down, how)
    })
  }

  async #untilItWorks(child: Child, down: AbortSignal): Promise<void> {
    const since = performance.now()
    let deadline = since + this.#options.startMs
    let loggedAt = since
    let how: string | undefined
    void child.ended.then((words) => {
      how = words
    })
    let problem = ''
    while (!down.aborted) {
      if (how !== undefined) throw this.#failure(child, `${this.name} ${how} before it was ready.`)
      try {
        await this.#options.check()
        // Otherwise another process may have responded in its place.
        if (how === undefined) return
        continue
      } catch (error) {
        // A LaunchError is final, so waiting longer does not help.
        if (error instanceof LaunchError) throw error
        problem = reason(error)
        if (error instanceof LoadingError) deadline = performance.now() + this.#options.startMs
      }
      if (performance.now() > deadline) {
        throw this.#failure(child, `${this.name} was not ready within ${this.#options.startMs / 1000} s: ${problem}.`)
      }
      if (performance.now() > loggedAt + unreadyLoggedEveryMs) {
        loggedAt = performance.now()
        this.#options.log(`${this.name} is not ready after ${Math.round((loggedAt - since) / 1_000)} s: ${problem}.`)
      }
      await sleep(checkEveryMs)
    }
    throw new LaunchError(`${this.name} was stopped while it was starting.`)
  }

  async #revive(down: AbortSignal, how: string): Promise<void> {
    let last = new LaunchError(`${this.name} ${how}.`, tailOf(this.#child))
    const most = this.#options.mostFailures ?? failuresInARow
    let isFullLogged = false
    while (!down.aborted) {
      this.#failures++
      // The first restart does not look: usually something else was wrong, and the search writes to the disk.
      const full = this.#failures > 1 ? await this.#fullFolder() : undefined
      if (down.aborted) return
      if (full !== undefined) {
        // Stores fail until there is room. Giving up would stop the redirects that work without them.
        this.#failures = Math.min(this.#failures, Math.ceil(most / 2))
        if (!isFullLogged) {
          this.#options.log(
            `The disk is full: no room in ${full}. Free some space: ${this.name} is restarted until then.`,
          )
        }
        isFullLogged = true
      }
      if (this.#failures > most) {
        this.#down.abort()
        this.#options.onGiveUp(last)
        return
      }
      await pause(backoffMs(this.#failures), down)
      if (down.aborted) return
      try {
        await this.#run()
        this.#options.log(`${this.name} is running again.`)
        return
      } catch (error) {
        last =
          error instanceof LaunchError ? error : new LaunchError(`${this.name}: ${reason(error)}`, { cause: error })
      }
    }
  }

  /** DATA_DIR, where its log is, or the folder of its files, if one of them has no room. */
  async #fullFolder(): Promise<string | undefined> {
    const { dataDir, spec } = this.#options
    if (!(await hasRoom(dataDir, undefined))) return dataDir
    const { folder, user } = spec
    return folder === undefined || (await hasRoom(folder, user)) ? undefined : folder
  }

  #failure(child: Child, sentence: string): LaunchError {
    return new LaunchError(`${sentence} See the log: ${child.log}`, tailOf(child))
  }
}

function backoffMs(failures: number): number {
  return Math.min(firstBackoffMs * 2 ** (failures - 1), longestBackoffMs)
}

function tailOf(child: Child | undefined): { details?: string } {
  return child === undefined ? {} : { details: logTail(child.log) }
}
