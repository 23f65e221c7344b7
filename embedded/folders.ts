import { accessSync, chmodSync, constants, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, LaunchError, reason } from './launch-error.ts'

/** Files and folders in DATA_DIR. */
export const inside = (dataDir: string) => ({
  lock: join(dataDir, 'launcher.lock'),
  secrets: join(dataDir, 'secrets.json'),
  run: join(dataDir, 'run'),
  logs: join(dataDir, 'logs'),
  cache: join(dataDir, 'cache'),
  postgres: join(dataDir, 'pg18'),
  redis: join(dataDir, 'redis'),
  clickhouse: join(dataDir, 'clickhouse'),
})

/** Creates the data folder with its run and logs folders. Returns its real path, as used in child command lines. */
export function prepareDataDir(dataDir: string): string {
  try {
    const topmost = mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    if (process.getuid?.() === 0) letPostgresEnter(dataDir, topmost)
    const real = realpathSync(dataDir)
    mkdirSync(inside(real).run, { recursive: true, mode: 0o700 })
    mkdirSync(inside(real).logs, { recursive: true, mode: 0o700 })
    accessSync(inside(real).run, constants.W_OK | constants.X_OK)
    accessSync(inside(real).logs, constants.W_OK | constants.X_OK)
    return real
  } catch (error) {
    throw new LaunchError(
      `The data folder ${dataDir} cannot be used (${errorCode(error) ?? reason(error)}). Give this user read and write access to it, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

/** Postgres runs as another user if we are root. It must be able to enter new folders, but not to list them. */
function letPostgresEnter(dataDir: string, topmost: string | undefined): void {
  if (readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o711)
  if (topmost === undefined) return
  for (let parent = dirname(dataDir); parent.length >= topmost.length; parent = dirname(parent))
    chmodSync(parent, 0o711)
}
