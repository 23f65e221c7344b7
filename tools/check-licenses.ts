import { judgeLicenses } from './licenses.ts'
import { readLockfile } from './lockfile.ts'
import { root } from './root.ts'

const { shipped, refused } = judgeLicenses(readLockfile(`${root}/package-lock.json`))
for (const { path, license } of refused) console.log(`${path}: ${license ?? 'no license'}`)
console.log(`${shipped} packages ship, ${refused.length} of them under a license that is not accepted`)
if (refused.length > 0 || shipped === 0) process.exitCode = 1
