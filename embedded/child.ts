import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inside } from './folders.ts'
import { keepLogSmall } from './logs.ts'
import { writePrivateFile } from './write-file.ts'

export interface ChildSpec {
  name: string
  kind: 'app' | 'store'
  command: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Another user to run as; only root can. */
  user?: { uid: number; gid: number } | undefined
  /** The part of the command line that names this data folder: an orphan is only ours if it carries it. */
  marker: string
  stopSignal: NodeJS.Signals
  /** How long it may take to stop before it is killed. */
  stopMs: number
}

/** What stands in DATA_DIR/run/<name>.json, for the launcher that finds us orphaned. */
export type PidFile = Pick<ChildSpec, 'kind' | 'marker' | 'stopSignal' | 'stopMs'> & { pid: number }

const logLookMs = 30_000

/** One run of one process, in a session of its own: a Ctrl-C at the terminal reaches the launcher only. */
export class Child {
  readonly name: string
  readonly log: string
  /** Resolves, with words for the log, when the process has ended or could not be started. */
  readonly ended: Promise<string>
  hasEnded = false
  readonly #process: ChildProcess
  readonly #spec: ChildSpec

  constructor(spec: ChildSpec, dataDir: string) {
    this.name = spec.name
    this.log = join(inside(dataDir).logs, `${spec.name}.log`)
    this.#spec = spec
    this.#process = spawnLogged(spec, this.log)
    const pidFile = join(inside(dataDir).run, `${spec.name}.json`)
    if (this.pid !== undefined) writePrivateFile(pidFile, JSON.stringify(describe(spec, this.pid)))
    signalAtExit(this)
    const logKeeper = setInterval(() => keepLogSmall(this.log), logLookMs).unref()
    this.ended = whenEnded(this.#process).then((how) => {
      this.hasEnded = true
      clearInterval(logKeeper)
      living.delete(this)
      rmSync(pidFile, { force: true })
      return how
    })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.hasEnded) this.#process.kill(signal)
  }

  /** Asks it to stop, kills it when it does not, and waits for the end. */
  async stop(signal: NodeJS.Signals = this.#spec.stopSignal): Promise<void> {
    this.signal(signal)
    const killer = setTimeout(() => this.signal('SIGKILL'), this.#spec.stopMs)
    await this.ended
    clearTimeout(killer)
  }

  /** The last resort of a launcher that throws. */
  signalStop(): void {
    this.signal(this.#spec.stopSignal)
  }
}

const living = new Set<Child>()

function signalAtExit(child: Child): void {
  if (living.size === 0 && process.listenerCount('exit', stopLiving) === 0) process.on('exit', stopLiving)
  living.add(child)
}

function stopLiving(): void {
  for (const child of living) child.signalStop()
}

function describe(spec: ChildSpec, pid: number): PidFile {
  const { kind, marker, stopSignal, stopMs } = spec
  return { pid, kind, marker, stopSignal, stopMs }
}

function spawnLogged(spec: ChildSpec, log: string): ChildProcess {
  keepLogSmall(log)
  // Given as a descriptor, not piped through us: it goes on logging when the launcher is killed.
  const fd = openSync(log, 'a', 0o600)
  try {
    return spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      detached: true,
      stdio: ['ignore', fd, fd],
      ...spec.user,
    })
  } finally {
    closeSync(fd)
  }
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(`could not be started: ${error.message}`)
    })
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    )
  })
}
