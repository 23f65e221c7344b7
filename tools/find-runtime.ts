import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.ts'

/** The versions that npm run setup:runtimes installs. */
const installed = join(root, '.cache/runtimes/node_modules/.bin')

/** The path of a JavaScript runtime: installed in .cache, or on the PATH. Null if there is none. */
export function findRuntime(name: string): string | null {
  const folders = [installed, ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
