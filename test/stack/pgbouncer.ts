import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { queryPostgres } from '../../embedded/external.ts'
import { freePort } from '../../embedded/ports.ts'
import { eventually } from './eventually.ts'

const command = 'pgbouncer'
const systemFolders = ['/usr/sbin', '/usr/bin']
const env = { PATH: [process.env['PATH'], ...systemFolders].join(':') }
/** Earlier versions have no prepared statements in transaction mode. */
const firstWithPrepared = [1, 21] as const

/** The version of the PgBouncer on this machine, or undefined if there is none. */
export async function findPgbouncer(): Promise<[number, number] | undefined> {
  try {
    const { stdout } = await promisify(execFile)(command, ['--version'], { env })
    const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? []
    return [Number(major), Number(minor)]
  } catch {
    return undefined
  }
}

/** A pooler in transaction mode with few connections to the server. */
export async function startPgbouncer(database_url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const [major = 0, minor = 0] = (await findPgbouncer()) ?? []
  const hasPrepared = major > firstWithPrepared[0] || minor >= firstWithPrepared[1]
  const { hostname, port, username, password } = new URL(database_url)
  const folder = await mkdtemp(join(tmpdir(), 'waymark-pgbouncer-'))
  // It does not run as root, and the other user reads this folder.
  await chmod(folder, 0o755)
  const listenPort = await freePort()
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 6',
      'max_client_conn = 200',
      ...(hasPrepared ? ['max_prepared_statements = 200'] : []),
      '',
    ].join('\n'),
  )
  const asAnother = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(command, [...asAnother, settings], { env, stdio: 'ignore' })
  const url = new URL(database_url)
  url.host = `127.0.0.1:${listenPort}`
  if (!hasPrepared) url.searchParams.set('prepare', 'false')
  await eventually(() => queryPostgres(url.href))
  return {
    url: url.href,
    async stop() {
      const exited = once(child, 'exit')
      if (child.kill('SIGKILL')) await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
