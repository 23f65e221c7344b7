import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildSpec } from '../child.ts'
import { plain } from '../environment.ts'
import { inside } from '../folders.ts'
import type { Log } from '../supervised.ts'
import { writePrivateFile } from '../write-file.ts'
import { findRedis } from './find-redis.ts'

const stopMs = 20_000

type Options = { dataDir: string; port: number; password: string; redisBin: string | undefined; log: Log }

export async function prepareRedis({ dataDir, port, password, redisBin, log }: Options): Promise<ChildSpec> {
  const server = await findRedis(dataDir, redisBin, log)
  const folder = inside(dataDir).redis
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const settingsFile = join(folder, 'redis.conf')
  // In a file, because all users of the machine can read command lines.
  writePrivateFile(settingsFile, redisSettings(folder, port, password))
  return {
    name: 'redis',
    kind: 'store',
    command: server.command,
    args: [settingsFile],
    cwd: folder,
    env: { ...plain(), ...server.env },
    folder,
    marker: settingsFile,
    stopSignal: 'SIGTERM',
    stopMs: stopMs,
  }
}

export const redisUrl = (port: number, password: string) => `redis://:${password}@127.0.0.1:${port}/0`

/**
 * Rounds of housekeeping per second, such as ending commands that have waited long enough for a job. The default of 10 takes a
 * quarter of what Redis needs without visits.
 */
const housekeepingPerSecond = 2

function redisSettings(folder: string, port: number, password: string): string {
  return `bind 127.0.0.1
port ${port}
requirepass ${password}
dir ${JSON.stringify(folder)}
daemonize no
set-proc-title no
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
hz ${housekeepingPerSecond}
`
}
