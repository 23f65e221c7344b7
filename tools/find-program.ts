import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.ts'

/** Folders of programs that only proofs need, in the versions that .ci/run builds or installs. */
const installed = ['.cache/helm', '.cache/runtimes/node_modules/.bin'].map((folder) => join(root, folder))

/** The path of a program: installed in .cache, or on the PATH. Null if there is none. */
export function findProgram(name: string): string | null {
  const folders = [...installed, ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
