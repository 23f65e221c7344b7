import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createLinks } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

const isRoot = process.getuid?.() === 0
const mayMount = isRoot && process.platform === 'linux'
if (!mayMount) console.warn('SKIPPED: the test of a full spool disk mounts a tmpfs, which needs root on Linux')

/** The disk is full and free in turns, so that a segment is torn in the middle and then continued. */
const turnMs = 130

describe.skipIf(!mayMount)('a full spool disk', () => {
  let stack: FaultStack
  let disk = ''
  let clicker: Clicker
  beforeAll(async () => {
    stack = await startStack({
      beforeApps: (dataDir) => {
        disk = join(dataDir, 'spool', '0')
        mkdirSync(disk, { recursive: true })
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk])
        return async () => execFileSync('umount', [disk])
      },
    })
    clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5), perSecond: 400, connections: 12 })
  })
  afterAll(() => stack.close())

  it('never stops redirects, and counts each click that is lost', async () => {
    clicker.start()
    const end = performance.now() + faultSeconds * 1_000
    while (performance.now() < end) {
      fill(disk)
      await sleep(turnMs)
      rmSync(join(disk, 'filler'))
      await sleep(turnMs)
    }
    await clicker.stop()
    const { lost, status } = await readState(stack)
    expect(clicker.count('answered')).toBe(clicker.sent.size)
    const verdict = await checkSet(stack, clicker, { lost })
    console.log(`${verdict.answered} answered, ${verdict.stored} stored, ${lost} counted as lost; ready says ${status}`)
    expect(lost).toBeGreaterThan(0)
    expect(verdict).toMatchObject({ ...flawless, missing: verdict.missing })
    expect(verdict.missing.length).toBe(lost)
  })

  it('that stays full turns the health report to degraded, and back', async () => {
    fill(disk)
    await clicker.clickFor(500)
    expect(await readState(stack)).toMatchObject({ status: 'degraded', degraded: ['spool'] })
    expect(clicker.count('answered')).toBe(clicker.sent.size)
    rmSync(join(disk, 'filler'))
    await clicker.clickFor(500)
    expect(await readState(stack)).toMatchObject({ status: 'ready' })
  })
})

/** Takes all free space, to the last page. */
function fill(disk: string): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize))
  } catch (error) {
    // A click was written in between: the disk is full anyway.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

async function readState({ ports }: FaultStack): Promise<{ lost: number; status: string; degraded: string[] }> {
  const answer = await fetch(`http://127.0.0.1:${ports[0]}/readyz`)
  const { clicks_lost, status, degraded } = (await answer.json()) as {
    clicks_lost: number
    status: string
    degraded: string[]
  }
  return { lost: clicks_lost, status, degraded }
}
