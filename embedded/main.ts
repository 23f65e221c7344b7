import { readConfig } from '#runtime/config.ts'
import { apps } from './apps.ts'
import { runLauncher } from './terminal.ts'

/** For commands on an installation whose processes do not start, such as `waymark secrets lost`. */
const storesOnly = process.argv.includes('--stores-only')

process.exitCode = await runLauncher(readConfig, storesOnly ? [] : apps)
