import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** Where long measurements save what they found. Only maintainers publish: other runs change no tracked file. */
export function resultsFolder(publish: boolean): string {
  const folder = join(root, publish ? 'bench/results' : '.cache/results')
  mkdirSync(folder, { recursive: true })
  return folder
}
