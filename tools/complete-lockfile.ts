import { writeFileSync } from 'node:fs'
import { findMissingEntries, readLockfile } from './lockfile.ts'
import { root } from './root.ts'

const file = `${root}/package-lock.json`
const lockfile = readLockfile(file)
const missing = findMissingEntries(lockfile)
const all = Object.entries({ ...lockfile.packages, ...missing })
const packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')))
const added = Object.keys(missing).length
if (added > 0) writeFileSync(file, `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`)
console.log(`package-lock.json: ${added} entries added`)
