import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { findMissingEntries, findUnproven, type Lockfile, readLockfile, type Unproven } from './lockfile.ts'
import { root } from './root.ts'

const file = `${root}/package-lock.json`
const isProduction = process.argv.includes('--production')

const lockfile = readLockfile(file)
const missing = findMissingEntries(lockfile)
const all = Object.entries({ ...lockfile.packages, ...missing })
const packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')))
const added = Object.keys(missing).length
const proven = await addIntegrity({ packages })
if (added + proven > 0) writeFileSync(file, `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`)
console.log(`package-lock.json: ${added} entries added, ${proven} hashes added`)

/** One after the other: the registry is asked for few packages, and only for those in the lockfile. */
async function addIntegrity(to: Lockfile): Promise<number> {
  let count = 0
  for (const unproven of findUnproven(to, { isProduction })) {
    const integrity = await readIntegrity(unproven)
    const entry = to.packages[unproven.path]
    if (integrity === undefined) console.log(`without a hash in the registry: ${unproven.name}@${unproven.version}`)
    else if (entry !== undefined) {
      // npm writes it after the version.
      const { version, ...rest } = entry
      to.packages[unproven.path] = { ...(version !== undefined && { version }), integrity, ...rest }
      count += 1
    }
  }
  return count
}

/** undefined if the registry does not have the package. */
async function readIntegrity({ name, version }: Unproven): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json'])
    const integrity: unknown = stdout.trim() === '' ? undefined : JSON.parse(stdout)
    return typeof integrity === 'string' && /^sha512-[\w+/]+=*$/.test(integrity) ? integrity : undefined
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && String(error.stdout).includes('"code": "E404"')) return undefined
    throw error
  }
}
