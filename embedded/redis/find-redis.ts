import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inherited } from '../environment.ts'
import { LaunchError, reason } from '../launch-error.ts'
import type { Log } from '../supervised.ts'
import { cachedRedis, redisCacheDir } from './cache.ts'
import { downloadRedis } from './download-redis.ts'
import { type RedisServer, whyNotUsable } from './server.ts'

const programs = ['redis-server', 'valkey-server']
const homebrew = ['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin']

/** Finds a Redis or Valkey that works: REDIS_BIN, one on this machine, the private copy, or a new download. */
export async function findRedis(dataDir: string, redisBin: string | undefined, log: Log): Promise<RedisServer> {
  if (redisBin !== undefined) return demand(redisBin)
  const tried: string[] = []
  for (const candidate of [...installed(), cachedRedis(redisCacheDir(dataDir))]) {
    if (candidate === undefined) continue
    const problem = await whyNotUsable(candidate)
    if (problem === undefined) return candidate
    tried.push(`${candidate.command} ${problem}`)
  }
  if (tried.length === 0) tried.push(`no ${programs.join(' or ')} on PATH or in Homebrew's folders`)
  try {
    return await downloadRedis(redisCacheDir(dataDir), log)
  } catch (error) {
    tried.push(`a private download with apt: ${reason(error)}`)
    throw new LaunchError(
      `Redis was not found. Install it with \`${installCommand()}\`, or set REDIS_BIN or REDIS_URL.`,
      {
        cause: error,
        details: `Tried:\n${tried.map((line) => `  ${line}`).join('\n')}`,
      },
    )
  }
}

async function demand(command: string): Promise<RedisServer> {
  const server = { command, env: {} }
  const problem = await whyNotUsable(server)
  if (problem !== undefined) throw new LaunchError(`REDIS_BIN: ${command} ${problem}.`)
  return server
}

function installed(): RedisServer[] {
  const folders = (inherited().PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const commands = [...new Set([...folders, ...homebrew])].flatMap((folder) =>
    programs.map((name) => join(folder, name)),
  )
  return commands.filter(isExecutable).map((command) => ({ command, env: {} }))
}

function isExecutable(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Whatever the reason, it cannot be run.
    return false
  }
}

function installCommand(): string {
  const onPath = (program: string) =>
    [...(inherited().PATH ?? '').split(delimiter), '/usr/bin', '/sbin'].some((folder) =>
      existsSync(join(folder, program)),
    )
  if (process.platform === 'darwin') return 'brew install redis'
  if (onPath('apt-get')) return 'sudo apt-get install redis-server'
  if (onPath('dnf')) return 'sudo dnf install valkey'
  if (onPath('apk')) return 'sudo apk add redis'
  if (onPath('pacman')) return 'sudo pacman -S valkey'
  if (onPath('zypper')) return 'sudo zypper install redis'
  return 'your system’s package manager'
}
