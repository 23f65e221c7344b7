import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtProgram } from '#runtime/project.ts'
import { freePort } from '../../embedded/ports.ts'
import { commandLine } from '../../embedded/processes.ts'
import type { StoreUrls } from '../../runtime/store-urls.ts'
import { stackFile } from '../../runtime/store-urls.ts'

export const projectDir = join(import.meta.dirname, '..', '..')
export const nobody = { uid: 65_534, gid: 65_534 }
export const isRoot = process.getuid?.() === 0

/** The output of a launcher process, and its exit code. */
export class Launcher {
  readonly dataDir: string
  readonly ended: Promise<number | null>
  stdout = ''
  stderr = ''
  readonly #process: ChildProcess
  #hasEnded = false

  constructor(
    command: string[],
    options: { dataDir: string; env: NodeJS.ProcessEnv; user?: typeof nobody; cwd?: string },
  ) {
    this.dataDir = options.dataDir
    const [program = '', ...args] = command
    this.#process = spawn(program, args, {
      cwd: options.cwd ?? projectDir,
      env: options.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options.user,
    })
    this.#process.stdout?.on('data', (chunk: Buffer) => {
      this.stdout += chunk.toString()
    })
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString()
    })
    this.ended = new Promise((resolve) =>
      // Not `close`, because the children of a killed launcher hold its pipes open.
      this.#process.once('exit', (code) => {
        this.#hasEnded = true
        resolve(code)
      }),
    )
  }

  get pid(): number {
    if (this.#process.pid === undefined) throw new Error('the launcher was not started')
    return this.#process.pid
  }

  /** Waits for the line with the URLs. */
  async ready(deadlineMs = 120_000): Promise<StoreUrls> {
    await until(deadlineMs, () => {
      if (this.#hasEnded) throw new Error(`the launcher ended:\n${this.stdout}\n${this.stderr}`)
      return /^(?:Waymark is|The stores are) ready/m.test(this.stdout) || `not ready:\n${this.stdout}\n${this.stderr}`
    })
    return JSON.parse(readFileSync(stackFile(this.dataDir), 'utf8')) as StoreUrls
  }

  /** Sends SIGINT to the whole group, as a terminal does on Ctrl-C. */
  interrupt(): void {
    process.kill(-this.pid, 'SIGINT')
  }

  kill(): void {
    process.kill(this.pid, 'SIGKILL')
  }
}

/** Data folders of tests and their launchers; close() removes all processes and folders, even after a failed test. */
export class Bench {
  readonly folder: string
  readonly #launchers: Launcher[] = []

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(): Promise<Bench> {
    const folder = await mkdtemp(join(tmpdir(), 'waymark-embedded-'))
    await chmod(folder, 0o711)
    if (isRoot) await chown(folder, nobody.uid, nobody.gid)
    return new Bench(folder)
  }

  async dataDir(name: string): Promise<string> {
    const path = join(this.folder, name)
    await mkdir(path, { recursive: true, mode: 0o711 })
    return path
  }

  start(dataDir: string, apps: 'none' | 'tiny' | 'broken', ports: Ports): Launcher {
    const fixture = builtProgram('test/embedded/fixtures/launch.ts')
    // Not the whole environment: vitest sets BASE_URL.
    const env = { PATH: process.env.PATH, HOME: this.folder, DATA_DIR: dataDir, ...ports }
    return this.add(new Launcher([process.execPath, fixture, apps], { dataDir, env }))
  }

  add(launcher: Launcher): Launcher {
    this.#launchers.push(launcher)
    return launcher
  }

  async close(): Promise<void> {
    for (const launcher of this.#launchers) {
      if (commandLine(launcher.pid) !== undefined) process.kill(launcher.pid, 'SIGKILL')
    }
    for (const { pid } of processesNaming(this.folder)) process.kill(pid, 'SIGKILL')
    await until(30_000, () => processesNaming(this.folder).length === 0 || 'some processes are still running')
    await rm(this.folder, { recursive: true, force: true })
  }
}

export type Ports = { API_PORT: string; REDIRECT_PORT: string; METRICS_PORT_WORKERS?: string }

export async function freePorts(): Promise<Ports> {
  return { API_PORT: String(await freePort()), REDIRECT_PORT: String(await freePort()) }
}

/** Processes with a folder in their command line. */
export function processesNaming(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandLine(Number(name)) ?? '' }))
    .filter(({ pid, command }) => command.includes(folder) && pid !== process.pid)
}

/** Whether anything listens at this URL. */
export function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) })
    socket.once('connect', () => socket.destroy(resolve(true) as undefined))
    socket.once('error', () => resolve(false))
  })
}

/** The process that the launcher runs under this name. */
export function childPid(dataDir: string, name: string): number {
  return (JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8')) as { pid: number }).pid
}

/** Polls a condition that returns true, or the reason why it is not met. */
export async function until(deadlineMs: number, check: () => true | string | Promise<true | string>): Promise<void> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    const answer = await check()
    if (answer === true) return
    if (Date.now() > deadline) throw new Error(`waited ${deadlineMs} ms: ${answer}`)
    await sleep(50)
  }
}
