import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { builtProgram } from '#runtime/project.ts'
import { eventually } from '../../test/stack/eventually.ts'

const password = 'пароль: "с" пробелом'
const startedMs = 30_000

/** A separate server process for tests. It can be killed and restarted on the same folder. */
export class SpawnedServer {
  readonly #root = mkdtempSync(join(tmpdir(), 'waymark-clickhouse-'))
  #process: ChildProcess | undefined
  #port = 0
  readonly #configuration: string | undefined
  readonly #environment: NodeJS.ProcessEnv

  /** `configuration`: the text of a config.xml, which the engine reads from the folder in which it is started. */
  constructor(configuration?: string, environment: NodeJS.ProcessEnv = {}) {
    this.#configuration = configuration
    this.#environment = environment
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The URL of a database, with the credentials. */
  urlOf(database: string): string {
    return `http://waymark:${encodeURIComponent(password)}@127.0.0.1:${this.#port}/${database}`
  }

  get authorization(): string {
    return `Basic ${Buffer.from(`waymark:${password}`).toString('base64')}`
  }

  async start(): Promise<void> {
    this.#port = await freePort()
    writeFileSync(join(this.#root, 'password'), `${password}\n`)
    if (this.#configuration !== undefined) writeFileSync(join(this.#root, 'config.xml'), this.#configuration)
    const folder = join(this.#root, 'store')
    mkdirSync(folder, { recursive: true })
    const flags = ['--port', String(this.#port), '--path', folder, '--password-file', join(this.#root, 'password')]
    this.#process = spawn(process.execPath, [builtProgram('embedded/clickhouse/main.ts'), ...flags], {
      env: { UV_THREADPOOL_SIZE: '16', ...this.#environment },
      ...(this.#configuration !== undefined && { cwd: this.#root }),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await eventually(async () => {
      if ((await (await fetch(`${this.url}/ping`)).text()) !== 'Ok.\n') throw new Error('no response to the ping')
    }, startedMs)
  }

  /** Ends the process; returns its exit code or signal. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown> {
    const running = this.#process
    this.#process = undefined
    if (running === undefined || running.exitCode !== null) return running?.exitCode
    const ended = once(running, 'exit')
    running.kill(signal)
    const [code, by] = await ended
    return code ?? by
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.#root, { recursive: true, force: true })
  }

  client(options: Parameters<typeof createClient>[0] = {}): ClickHouseClient {
    const log = { level: ClickHouseLogLevel.OFF }
    return createClient({ url: this.url, username: 'waymark', password, log, ...options })
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was assigned')
  return address.port
}
