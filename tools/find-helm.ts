import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.ts'

/** The version that CI builds (.ci/run). */
const built = join(root, '.cache/helm/helm')

/** The path of Helm: built in .cache, or on the PATH. Null if there is none. */
export function findHelm(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'helm'))
  return [built, ...onPath].find((path) => existsSync(path)) ?? null
}
