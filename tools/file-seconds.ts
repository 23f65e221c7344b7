import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

export type FileSeconds = { file: string; seconds: number }

/** A reporter for vitest: writes the seconds of each test file, including imports and hooks, to FILE_SECONDS. */
// oxlint-disable-next-line import/no-default-export -- vitest loads reporters by their default export
export default class FileSecondsReporter implements Reporter {
  readonly #files: FileSeconds[] = []

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic()
    const ms = environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration
    this.#files.push({ file: module.relativeModuleId, seconds: ms / 1_000 })
  }

  onTestRunEnd(): void {
    const path = process.env['FILE_SECONDS']
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.#files))
  }
}
