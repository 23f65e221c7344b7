import { readConfig } from '#runtime/config.ts'
import { apps } from './apps.ts'
import { runLauncher } from './terminal.ts'

process.exitCode = await runLauncher(readConfig, apps)
