import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { projectDir } from '#runtime/project.ts'
import { freePort } from '../../embedded/ports.ts'
import { eventually } from './eventually.ts'

const command = 'haproxy'
const env = { PATH: [process.env['PATH'], '/usr/sbin', '/usr/bin'].join(':') }
const configuration = join(projectDir, 'deploy', 'haproxy', 'haproxy.cfg')
const backend = 'redirectors'

export interface Haproxy {
  port: number
  /** The result of the health checks of each server, such as UP or DOWN. */
  readStates(): Promise<string[]>
  stop(): Promise<void>
}

export function hasHaproxy(): boolean {
  try {
    execFileSync(command, ['-v'], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs the configuration of deploy/haproxy in front of these servers, given as host and port. */
export async function startHaproxy(servers: readonly string[]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-haproxy-'))
  const port = await freePort()
  const socket = join(folder, 'admin.sock')
  const addresses = Object.fromEntries(servers.map((server, index) => [`REDIRECTOR_${index + 1}`, server]))
  const child = spawn(command, ['-db', '-f', configuration], {
    env: { ...env, ...addresses, HAPROXY_SOCKET: socket, HAPROXY_BIND: `127.0.0.1:${port}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const readStates = () => askStates(socket)
  await eventually(readStates)
  return {
    port,
    readStates,
    async stop() {
      const exited = once(child, 'exit')
      if (child.kill('SIGKILL')) await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function askStates(socket: string): Promise<string[]> {
  const connection = connect(socket)
  await once(connection, 'connect')
  connection.write('show stat\n')
  const [head = '', ...lines] = (await text(connection)).split('\n')
  const names = head.replace(/^# /, '').split(',')
  const rows = lines.map((line) => line.split(','))
  const column = (row: string[], name: string) => row[names.indexOf(name)] ?? ''
  return rows
    .filter((row) => column(row, 'pxname') === backend && column(row, 'svname') !== 'BACKEND')
    .map((row) => column(row, 'status'))
}
