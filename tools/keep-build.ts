import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import { listSourceFiles } from './source-files.ts'

interface Build {
  /** The folder below .cache that holds the builds, each named by the hash of its sources, and the link `current`. */
  kind: string
  /** For people, such as "the dashboard". */
  title: string
  isSource: (path: string) => boolean
  write: (folder: string) => Promise<void>
}

type Say = (line: string) => void

/** A launcher that runs from an older build starts its processes from there again. */
const keptBuilds = 5

/** Builds unless the sources are those of a build that exists. When two processes build at once, either result serves both. */
export async function keepBuild({ kind, title, isSource, write }: Build, say: Say): Promise<string> {
  const builds = join(root, '.cache', kind)
  const name = hashSources(isSource)
  const folder = join(builds, name)
  if (!existsSync(folder)) {
    const start = Date.now()
    say(`waymark: building ${title} ...`)
    const draft = `${folder}.${process.pid}`
    await write(draft)
    if (existsSync(folder)) rmSync(draft, { recursive: true })
    else renameSync(draft, folder)
    say(`waymark: ${title} built in ${Math.round((Date.now() - start) / 1000)} s`)
  }
  point(builds, name)
  return folder
}

function hashSources(isSource: (path: string) => boolean): string {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', ...listSourceFiles().filter(isSource).sort()]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** Renaming is atomic: a process that starts meanwhile finds the previous build or the new one. */
function point(builds: string, name: string): void {
  mkdirSync(builds, { recursive: true })
  const draft = join(builds, `current.${process.pid}`)
  rmSync(draft, { force: true })
  symlinkSync(name, draft)
  renameSync(draft, join(builds, 'current'))
  const age = (entry: string) => Date.now() - statSync(join(builds, entry)).mtimeMs
  const older = readdirSync(builds).filter((entry) => /^[0-9a-f]{16}$/.test(entry) && entry !== name)
  const surplus = older.sort((one, other) => age(one) - age(other)).slice(keptBuilds - 1)
  for (const entry of surplus) rmSync(join(builds, entry), { recursive: true, force: true })
}
