import { runLauncher } from '../../embedded/terminal.ts'
import { readConfig } from '../../runtime/config.ts'

/** The launcher as `npm start` runs it, with the stores but no apps. */
process.exitCode = await runLauncher(readConfig, [])
