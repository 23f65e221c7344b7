import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildSpec } from '../child.ts'
import { plain } from '../environment.ts'
import { queryPostgres } from '../external.ts'
import { inside } from '../folders.ts'
import { errorCode, LaunchError } from '../launch-error.ts'
import { postgresAccount } from './account.ts'
import { postgresBinaries } from './binaries.ts'
import { makeCluster, removeForeignPid } from './cluster.ts'
import { copyHome, postgresHome } from './home.ts'

/** A fast shutdown ends with a checkpoint, which can take a while. */
const stopMs = 60_000
/** PostgreSQL error codes. */
const noSuchDatabase = '3D000'
const databaseExists = '42P04'
const wrongPassword = '28P01'

/** Prepares the programs and the data folder, and returns the process to run. */
export async function preparePostgres(dataDir: string, port: number, password: string): Promise<ChildSpec> {
  const account = postgresAccount(inside(dataDir).postgres)
  const home = await postgresHome(dataDir, account)
  const binaries = await postgresBinaries(copyHome(home), account)
  await makeCluster({ binaries, pgData: join(home, 'pg18'), password, account })
  const pgData = realpathSync(join(home, 'pg18'))
  removeForeignPid(pgData)
  return {
    name: 'postgres',
    kind: 'store',
    command: join(binaries, 'bin', 'postgres'),
    args: [
      '-D',
      pgData,
      ...Object.entries(serverSettings(port)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    cwd: '/',
    env: plain(),
    user: account,
    folder: pgData,
    marker: pgData,
    stopSignal: 'SIGINT',
    stopMs: stopMs,
  }
}

export const postgresUrl = (port: number, password: string, database = 'waymark') =>
  `postgres://waymark:${password}@127.0.0.1:${port}/${database}`

/** Runs a query. Creates the database if it does not exist. */
export async function checkPostgres(port: number, password: string): Promise<void> {
  try {
    await queryPostgres(postgresUrl(port, password))
  } catch (error) {
    if (errorCode(error) === wrongPassword) {
      throw new LaunchError(
        'PostgreSQL rejects the password in secrets.json. That file and pg18/ do not belong together; restore both from one backup.',
        { cause: error },
      )
    }
    if (errorCode(error) !== noSuchDatabase) throw error
    await createDatabase(port, password)
  }
}

async function createDatabase(port: number, password: string): Promise<void> {
  try {
    await queryPostgres(postgresUrl(port, password, 'postgres'), 'create database waymark')
  } catch (error) {
    if (errorCode(error) !== databaseExists) throw error
  }
}

function serverSettings(port: number): Record<string, string | number> {
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %a ',
  }
}
