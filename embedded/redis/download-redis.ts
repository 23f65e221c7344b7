import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plain } from '../environment.ts'
import { errorCode, LaunchError } from '../launch-error.ts'
import { run } from '../run.ts'
import type { Log } from '../supervised.ts'
import { cachedRedis } from './cache.ts'
import { type RedisServer, whyNotUsable } from './server.ts'

const dpkgStatus = '/var/lib/dpkg/status'
const aptMs = 180_000
const unpackMs = 60_000

/**
 * Downloads Redis with apt into a private folder, without root: apt uses separate lists, a separate cache, and a copy of
 * the package status, so that it needs no system lock. redis-tools is enough: its redis-check-rdb is the server binary.
 */
export async function downloadRedis(cacheDir: string, log: Log): Promise<RedisServer> {
  if (process.platform !== 'linux') throw new LaunchError('only available on Debian and its derivatives')
  log('Redis is not installed. Downloading a private copy with apt...')
  const work = `${cacheDir}.${process.pid}`
  try {
    await fetchPackages(work)
    await unpack(work)
    moveIntoPlace(join(work, 'root'), cacheDir)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const server = cachedRedis(cacheDir)
  if (server === undefined) throw new LaunchError('the packages do not contain redis-check-rdb')
  const problem = await whyNotUsable(server)
  if (problem !== undefined) throw new LaunchError(`${server.command} ${problem}`)
  return server
}

async function fetchPackages(work: string): Promise<void> {
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(work, folder), { recursive: true })
  try {
    copyFileSync(dpkgStatus, join(work, 'status'))
  } catch (error) {
    throw new LaunchError(`cannot read ${dpkgStatus}`, { cause: error })
  }
  // An unreachable third-party source fails the whole update, but the lists that were read may be enough.
  const update = await apt(work, ['update'])
  const install = await apt(work, ['-y', '-d', '--no-install-recommends', 'install', 'redis-tools'])
  if (!install.ok) throw new LaunchError([...aptErrors(update.output), ...aptErrors(install.output)].join('; '))
}

function apt(work: string, words: string[]): Promise<{ ok: boolean; output: string }> {
  const options = {
    'Dir::State': work,
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'Dir::Log': work,
    // As root, apt would switch to the user _apt, who may not enter this folder.
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled': 'false',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '20',
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  return run('apt-get', ['-q', ...flags, ...words], { env: systemPath(), timeoutMs: aptMs })
}

async function unpack(work: string): Promise<void> {
  const root = join(work, 'root')
  const archives = join(work, 'cache', 'archives')
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
    const { ok, output } = await run('dpkg', ['-x', join(archives, name), root], {
      env: systemPath(),
      timeoutMs: unpackMs,
    })
    if (!ok) throw new LaunchError(`dpkg cannot unpack ${name}: ${output}`)
  }
  symlinkSync('redis-check-rdb', join(root, 'usr', 'bin', 'redis-server'))
}

/** The target may contain another launcher's copy, or an older copy that does not run. It is replaced. */
function moveIntoPlace(root: string, cacheDir: string): void {
  mkdirSync(dirname(cacheDir), { recursive: true })
  try {
    renameSync(root, cacheDir)
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
    const old = `${cacheDir}.old.${process.pid}`
    renameSync(cacheDir, old)
    renameSync(root, cacheDir)
    rmSync(old, { recursive: true, force: true })
  }
}

/** dpkg needs dpkg-deb and tar, which a minimal PATH may not contain. */
function systemPath(): NodeJS.ProcessEnv {
  const env = plain()
  return { ...env, PATH: [env.PATH, '/usr/sbin', '/usr/bin', '/sbin', '/bin'].filter((part) => part).join(':') }
}

/** The error lines of apt's output, or its last line if there are none. */
export function aptErrors(output: string): string[] {
  const lines = output.split('\n').map((line) => line.trim())
  const errors = lines.filter((line) => line.startsWith('E: ')).map((line) => line.slice(3))
  return errors.length > 0 ? [...new Set(errors)] : lines.slice(-1)
}
