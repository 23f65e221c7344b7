import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApps } from '../../tools/build-apps.ts'
import { checkOut, type Version, versionIn } from './check-out.ts'
import { walkVersions } from './walk-versions.ts'

/**
 * Upgrades an installation from another revision to this one under load, back, and forward again, and compares the
 * answered visits with the stored clicks. Usage: node --import tsx test/upgrade/try-side-by-side.ts <revision>
 * [--checkout <folder with this revision and its packages>] [--mix-workers] [--keep]
 */
const load = { calmMs: 3_000, visitsPerSecond: 100, callsPerSecond: 20 }
const shownFailures = 20

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { checkout: { type: 'string' }, 'mix-workers': { type: 'boolean' }, keep: { type: 'boolean' } },
})
const [revision = ''] = positionals
if (revision === '') throw new Error('Usage: try-side-by-side.ts <revision>, such as 9c5b2a5')
const folder = mkdtempSync(join(tmpdir(), 'waymark-side-by-side-'))
try {
  process.exitCode = await trySideBySide(await findVersion())
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function findVersion(): Promise<Version> {
  await buildApps(console.log)
  if (values.checkout !== undefined) return await versionIn(values.checkout, revision)
  return await checkOut(revision, join(folder, 'earlier'), 'install')
}

async function trySideBySide(earlier: Version): Promise<number> {
  const { 'mix-workers': mixWorkers = false, keep: keepFolder = false } = values
  const walk = await walkVersions(earlier, { ...load, mixWorkers, keepFolder, say: console.log })
  const { verdict, failedVisits, failedConnections, failedCalls } = walk
  const { answered, stored, ...wrong } = verdict
  console.log(`${walk.visits} visits, ${answered} answered, ${stored} stored; ${walk.calls} calls`)
  const lists = { ...wrong, failedVisits, failedCalls }
  for (const [name, list] of Object.entries(lists)) {
    console.log(`${name}: ${list.length}`)
    for (const line of list.slice(0, shownFailures)) console.log(`  ${line}`)
  }
  console.log(
    `failed connections: ${failedConnections}; changes took effect after at most ${walk.longestEffectMs.toFixed()} ms`,
  )
  return Object.values(lists).every((list) => list.length === 0) && failedConnections === 0 ? 0 : 1
}
