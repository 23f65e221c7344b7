import { accessSync, chmodSync, constants, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, LaunchError, reason } from './launch-error.ts'

/** Names of the files and folders in DATA_DIR. */
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

/** Makes the data folder and its run and logs folders; answers its real path, as it stands in our children's command lines. */
export function prepareDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    // A new one is ours to set up: Postgres, under another user when we are root, must pass through; it and others need not list.
    if (process.getuid?.() === 0 && readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o711)
    const real = realpathSync(dataDir)
    mkdirSync(inside(real).run, { recursive: true, mode: 0o700 })
    mkdirSync(inside(real).logs, { recursive: true, mode: 0o700 })
    accessSync(inside(real).run, constants.W_OK | constants.X_OK)
    accessSync(inside(real).logs, constants.W_OK | constants.X_OK)
    return real
  } catch (error) {
    throw new LaunchError(
      `The data folder ${dataDir} cannot be used (${errorCode(error) ?? reason(error)}): give this user the right to read and write it, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}
