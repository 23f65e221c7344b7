import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unlessFull } from '#runtime/full-disk.ts'
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
  /** The user to run as. Only root can use this. */
  user?: { uid: number; gid: number } | undefined
  /** The folder of its files, which can be on another disk than DATA_DIR. */
  folder?: string
  /** A part of the command line that contains the data folder. It identifies our own orphaned processes. */
  marker: string
  stopSignal: NodeJS.Signals
  /** Time to stop before it is killed. */
  stopMs: number
}

/** Content of DATA_DIR/run/<name>.json, which a later launcher uses to find orphaned processes. */
export type PidFile = Pick<ChildSpec, 'kind' | 'marker' | 'stopSignal' | 'stopMs'> & { pid: number }

const lookMs = 30_000

/** One run of a process, in a separate session so that Ctrl-C only reaches the launcher. */
export class Child {
  readonly name: string
  readonly log: string
  /** Resolves with a message for the log when the process has exited or could not be started. */
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
    let isNoted = this.#noteOrEnd(pidFile)
    signalAtExit(this)
    const keeper = setInterval(() => {
      keepLogSmall(this.log)
      isNoted ||= this.#note(pidFile)
    }, lookMs).unref()
    this.ended = whenEnded(this.#process).then((how) => {
      this.hasEnded = true
      clearInterval(keeper)
      living.delete(this)
      rmSync(pidFile, { force: true })
      return how
    })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  signal(signal: NodeJS.Signals = this.#spec.stopSignal): void {
    if (!this.hasEnded) this.#process.kill(signal)
  }

  /** Sends the stop signal, kills the process if it does not stop in time, and waits for its exit. */
  async stop(signal?: NodeJS.Signals): Promise<void> {
    this.signal(signal)
    const killer = setTimeout(() => this.signal('SIGKILL'), this.#spec.stopMs)
    await this.ended
    clearTimeout(killer)
  }

  #noteOrEnd(pidFile: string): boolean {
    try {
      return this.#note(pidFile)
    } catch (error) {
      // Otherwise it would run without a supervisor.
      this.#process.kill('SIGKILL')
      throw error
    }
  }

  /** Writes the PID file. Returns false if the disk is full: the process matters more than its PID file. */
  #note(pidFile: string): boolean {
    const { pid } = this
    return pid === undefined || unlessFull(() => writePrivateFile(pidFile, JSON.stringify(describe(this.#spec, pid))))
  }
}

const living = new Set<Child>()

function signalAtExit(child: Child): void {
  if (living.size === 0 && process.listenerCount('exit', stopLiving) === 0) process.on('exit', stopLiving)
  living.add(child)
}

/** When the launcher exits after an error. */
function stopLiving(): void {
  for (const child of living) child.signal()
}

function describe(spec: ChildSpec, pid: number): PidFile {
  const { kind, marker, stopSignal, stopMs } = spec
  return { pid, kind, marker, stopSignal, stopMs }
}

function spawnLogged(spec: ChildSpec, log: string): ChildProcess {
  keepLogSmall(log)
  // A file descriptor instead of a pipe, so that it keeps logging if the launcher is killed.
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
      resolve(signal === null ? `exited with code ${code}` : `was terminated by ${signal}`),
    )
  })
}
