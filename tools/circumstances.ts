import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './root.ts'

/** The revision that a result was measured with. Changed results and documents do not count as changes. */
export function findRevision(): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
  // A copy without its history has no revision.
  if (!existsSync(join(root, '.git'))) return 'unknown'
  const changed = git('status', '--porcelain', '--', '.', ':!bench/results', ':!README.md', ':!docs') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
}

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 1e9)
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU'
  return `${availableParallelism()} cores of ${model}, ${gigabytes} GB, ${process.platform} ${release()}, Node ${process.versions.node}`
}
