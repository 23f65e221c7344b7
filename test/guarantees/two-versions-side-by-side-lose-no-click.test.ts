import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOut, hasRevision, type Version } from '../upgrade/check-out.ts'
import { walkVersions } from '../upgrade/walk-versions.ts'
import { flawless } from './check-set.ts'

/** Needs the same versions of its packages as this revision; test/upgrade/try-side-by-side.ts takes any revision. */
const earlierRevision = '1626bb69'
/**
 * This revision prepares statements over all columns of a table. When a migration adds a column, each connection of its
 * API fails once for each of them.
 */
const failsWhileMigrated = /^(before|migrated|forward, (worker|redirector|api) \d): \w+ \S+ returned 500 /

/** Share of all calls; about 1% was observed. It depends on the connections in use. */
const mostWhileMigrated = 0.1

const load = { calmMs: 500, visitsPerSecond: 60, callsPerSecond: 10 }

const hasEarlier = await hasRevision(earlierRevision)
if (!hasEarlier)
  console.warn(`SKIPPED: the test of two versions, because Git does not have revision ${earlierRevision}`)

describe.skipIf(!hasEarlier)('two versions side by side', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-earlier-'))
  let earlier: Version
  beforeAll(async () => {
    earlier = await checkOut(earlierRevision, join(folder, 'earlier'), 'share')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('lose and double no click and fail no visit during an upgrade, a rollback and another upgrade under load', async () => {
    const walk = await walkVersions(earlier, { ...load, mixWorkers: true, say: console.log })
    expect(walk.verdict).toMatchObject(flawless)
    expect(walk.verdict.stored).toBe(walk.visits)
    expect(walk.failedVisits).toEqual([])
    expect(walk.failedConnections).toBe(0)
    expect(walk.failedCalls.filter((call) => !failsWhileMigrated.test(call))).toEqual([])
    expect(walk.failedCalls.length / walk.calls).toBeLessThan(mostWhileMigrated)
    expect(walk.calls).toBeGreaterThan(100)
  })
})
