import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inside } from '../../embedded/folders.ts'
import { eventually } from '../stack/eventually.ts'
import { mayMount, mountSmallDisk, type SmallDisk } from '../stack/small-disk.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { killAndReturn } from './kills.ts'
import { createLinks } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

/** The disk is full and free in turns, so that a segment is torn in the middle and then continued. */
const turnMs = 130

describe.skipIf(!mayMount)('a full disk of the spool and the log', () => {
  let stack: FaultStack
  let disk: SmallDisk
  let log = ''
  let clicker: Clicker
  beforeAll(async () => {
    stack = await startStack({
      beforeApps: (dataDir) => {
        const folder = join(dataDir, 'disk')
        disk = mountSmallDisk(folder, '256k')
        log = join(folder, 'redirector.log')
        for (const name of ['disk/spool', 'spool']) mkdirSync(join(dataDir, name), { recursive: true })
        symlinkSync(join(folder, 'spool'), join(dataDir, 'spool', '0'))
        symlinkSync(log, join(inside(dataDir).logs, 'redirector-0.log'))
        return async () => disk.unmount()
      },
    })
    clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5), perSecond: 400, connections: 12 })
  })
  afterAll(() => stack.close())

  it('never stops redirects, and counts each click that is lost', async () => {
    clicker.start()
    const end = performance.now() + faultSeconds * 1_000
    while (performance.now() < end) {
      // An empty log has no room in a page that it has already.
      truncateSync(log)
      disk.fill()
      await sleep(turnMs)
      rmSync(disk.filler)
      await sleep(turnMs)
    }
    await clicker.stop()
    expect(clicker.count('answered')).toBe(clicker.sent.size)
    const { lost, status } = await readState(stack)
    const verdict = await checkSet(stack, clicker, { lost })
    console.log(`${verdict.answered} answered, ${verdict.stored} stored, ${lost} counted as lost; ready says ${status}`)
    expect(lost).toBeGreaterThan(0)
    expect(verdict).toMatchObject({ ...flawless, missing: verdict.missing })
    expect(verdict.missing.length).toBe(lost)
  })

  it('that stays full turns the health report to degraded, and back', async () => {
    truncateSync(log)
    disk.fill()
    await clicker.clickFor(500)
    expect(await readState(stack)).toMatchObject({ status: 'degraded', degraded: ['spool'] })
    expect(clicker.count('answered')).toBe(clicker.sent.size)
    rmSync(disk.filler)
    await clicker.clickFor(500)
    expect(await readState(stack)).toMatchObject({ status: 'ready' })
  })

  it('delays lines of the log until there is room', async () => {
    await eventually(() => {
      const messages = linesOf(log).map(({ msg }) => msg)
      expect(messages).toContain('cannot write to the click spool; clicks are being lost')
      expect(messages).toContain('click spool is writable again')
    })
  })

  it('does not keep a killed redirector from starting again', async () => {
    disk.fill()
    await killAndReturn(stack, ...stack.redirectors)
    await clicker.clickFor(500)
    rmSync(disk.filler)
    expect(clicker.count('answered')).toBe(clicker.sent.size)
  })
})

const linesOf = (log: string) =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { msg: string })

async function readState({ ports }: FaultStack): Promise<{ lost: number; status: string; degraded: string[] }> {
  const answer = await fetch(`http://127.0.0.1:${ports[0]}/readyz`)
  const { clicks_lost, status, degraded } = (await answer.json()) as {
    clicks_lost: number
    status: string
    degraded: string[]
  }
  return { lost: clicks_lost, status, degraded }
}
