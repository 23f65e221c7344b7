import { judgeLicences } from './licences.ts'
import { readLockfile } from './lockfile.ts'
import { root } from './root.ts'

const { shipped, refused } = judgeLicences(readLockfile(`${root}/package-lock.json`))
for (const { path, licence } of refused) console.log(`${path}: ${licence ?? 'no licence'}`)
console.log(`${shipped} packages ship, ${refused.length} of them under a licence that is not accepted`)
if (refused.length > 0 || shipped === 0) process.exitCode = 1
