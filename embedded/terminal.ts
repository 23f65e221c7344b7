import { type Config, ConfigError } from '#runtime/config.ts'
import { dropOutputWhenFull, isFull } from '#runtime/full-disk.ts'
import { createPrivately } from '#runtime/private-folder.ts'
import type { App } from './apps.ts'
import { LaunchError } from './launch-error.ts'
import { launch } from './launcher.ts'

/** SIGHUP: the terminal was closed. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs the launcher as a program: signals stop it, errors go to stderr as one line. Returns the exit code. */
export async function runLauncher(readConfig: () => Config, apps: App[]): Promise<number> {
  createPrivately()
  dropOutputWhenFull()
  const stop = new AbortController()
  // More signals are ignored: `npm start` forwards the Ctrl+C that the terminal has already sent, and stopping has a timeout.
  for (const signal of stopSignals) process.on(signal, () => stop.abort())
  try {
    await launch({ config: readConfig(), apps, log: print, stop: stop.signal })
    return 0
  } catch (error) {
    process.stderr.write(explain(error))
    return 1
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `${error.message}\n`
  if (error instanceof LaunchError) {
    return error.details ? `${error.message}\n${error.details}\n` : `${error.message}\n`
  }
  if (isFull(error)) return 'The disk is full. Free some space, then start Waymark again.\n'
  return `Waymark failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}\n`
}
