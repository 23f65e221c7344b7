import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFrames } from '#model/spool/spool-frame.ts'
import { createLog } from '#runtime/log.ts'
import { clickId } from '#schemas/clicks.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { ClickSpool } from './click-spool.ts'

const log = createLog('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false })
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0
let folder: string
let sealed: number
let spool: ClickSpool

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-spool-'))
  sealed = 0
  spool = new ClickSpool({ folder, log, onSealed: () => sealed++ })
})
afterEach(() => {
  spool.seal()
  rmSync(folder, { recursive: true, force: true })
})

const write = (line: string) => new Promise<void>((resolve) => spool.write(`${line}\n`, () => resolve()))
const names = () => readdirSync(folder).sort()
const linesIn = (name: string) =>
  readFrames(readFileSync(join(folder, name)))
    .payloads.join('')
    .split('\n')
    .filter((line) => line !== '')

describe('the click spool', () => {
  it('writes a click to disk before it calls back', async () => {
    const onDisk: string[][] = []
    const look = () => onDisk.push(linesIn(names()[0] ?? ''))
    spool.write('one\n', look)
    spool.write('two\n', look)
    await write('three')
    expect(onDisk).toEqual([
      ['one', 'two', 'three'],
      ['one', 'two', 'three'],
    ])
  })

  it('reports the batch and position of each click', async () => {
    const told: [string | null, number][] = []
    const note = (batchId: string | null, index: number) => told.push([batchId, index])
    spool.write('one\n', note)
    spool.write('two\n', note)
    await write('three')
    spool.write('four\n', note)
    await write('five')
    spool.seal()
    spool.write('in the next batch\n', note)
    await write('last')
    spool.seal()
    const [first, , , second] = told.map(([batchId]) => batchId)
    expect(
      names()
        .map((name) => name.slice(0, 36))
        .toSorted(),
    ).toEqual([first, second].toSorted())
    expect(told).toEqual([
      [first, 0],
      [first, 1],
      [first, 3],
      [second, 0],
    ])
    expect(linesIn(names().find((name) => name.startsWith(first ?? '?')) ?? '')[3]).toBe('four')
  })

  it('calls back in the same turn of the event loop', async () => {
    const order: string[] = []
    spool.write('click\n', () => order.push('written'))
    await new Promise<void>((resolve) => setImmediate(resolve))
    order.push('next turn')
    expect(order).toEqual(['written', 'next turn'])
  })

  it('seals a segment automatically, under an id that leaves room for the numbers of its clicks', async () => {
    await write('one')
    expect(names()).toEqual([expect.stringMatching(/\.open$/)])
    await eventually(() => expect(names()).toEqual([expect.stringMatching(/\.seg$/)]))
    expect(sealed).toBe(1)
    const batchId = names()[0]?.slice(0, 36) ?? ''
    expect(clickId(batchId, 0)).toBe(batchId)
  })

  describe('at different rates', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: 0 }))
    afterEach(() => void vi.useRealTimers())

    /** Milliseconds until the open segment is sealed. */
    const untilSealed = () => {
      const before = sealed
      for (let ms = 0; ms <= 5_000; ms += 50) {
        if (sealed > before) return ms
        vi.advanceTimersByTime(50)
      }
      throw new Error('not sealed')
    }

    it('ships the first click after a quiet time soon, and the next ones at multiples of 1.5 s', async () => {
      vi.setSystemTime(1_000)
      await write('one')
      expect(untilSealed()).toBe(250)
      await write('two')
      expect(untilSealed()).toBe(250)
      await write('three')
      expect(untilSealed()).toBe(1_500)
      vi.advanceTimersByTime(600)
      await write('four')
      expect(untilSealed()).toBe(900)
      vi.advanceTimersByTime(5_050)
      await write('five')
      expect(untilSealed()).toBe(250)
    })

    it('ships a trickle at the same moments in every process', async () => {
      const otherFolder = mkdtempSync(join(tmpdir(), 'waymark-spool-'))
      let otherSealed = 0
      const other = new ClickSpool({ folder: otherFolder, log, onSealed: () => otherSealed++ })
      await write('first')
      vi.advanceTimersByTime(300)
      await new Promise<void>((resolve) => other.write('first\n', () => resolve()))
      vi.advanceTimersByTime(300)
      await write('second')
      vi.advanceTimersByTime(250)
      await new Promise<void>((resolve) => other.write('second\n', () => resolve()))
      expect([sealed, otherSealed]).toEqual([1, 1])
      vi.advanceTimersByTime(649)
      expect([sealed, otherSealed]).toEqual([1, 1])
      vi.advanceTimersByTime(1)
      expect([sealed, otherSealed]).toEqual([2, 2])
      rmSync(otherFolder, { recursive: true, force: true })
    })

    it('does not wait for more clicks once there are enough for a batch', async () => {
      await write('first')
      untilSealed()
      const [shippedBefore, perTurn] = [sealed, 60]
      for (let ms = 0; ms < 450; ms += 50) {
        await Promise.all(Array.from({ length: perTurn }, () => write('click')))
        vi.advanceTimersByTime(50)
      }
      expect(sealed).toBe(shippedBefore)
      vi.advanceTimersByTime(50)
      await write('last')
      expect(sealed).toBe(shippedBefore + 1)
    })
  })

  it('seals a segment at ten thousand clicks', async () => {
    await Promise.all(Array.from({ length: 10_500 }, (_, index) => write(`click ${index}`)))
    expect(sealed).toBe(1)
    expect(names().flatMap(linesIn)).toHaveLength(10_500)
  })

  it('seals a segment at two megabytes', async () => {
    for (let index = 0; index < 40; index++) await write('x'.repeat(60_000))
    expect(sealed).toBeGreaterThan(0)
    for (const name of names()) expect(statSync(join(folder, name)).size).toBeLessThan(2.2 * 1024 ** 2)
  })

  it('writes data that clicks share once in each segment', async () => {
    const [one, other] = [{ name: 'one' }, { name: 'other' }]
    const share = (part: { name: string }) => spool.share(part, (number, { name }) => `${number} is ${name}\n`)
    const click = async () => await write([one, other, one].map(share).join(' '))
    await click()
    await click()
    spool.seal()
    await click()
    spool.seal()
    // Segments of the same millisecond have no order.
    const longestFirst = names()
      .map(linesIn)
      .toSorted((some, others) => others.length - some.length)
    expect(longestFirst).toEqual([
      ['0 is one', '1 is other', '0 1 0', '0 1 0'],
      ['0 is one', '1 is other', '0 1 0'],
    ])
  })

  it('continues without its folder and counts lost clicks', async () => {
    rmSync(folder, { recursive: true })
    await Promise.all([write('one'), write('two')])
    expect(spool).toMatchObject({ full: true, lost: 2, written: 0 })
  })

  it.skipIf(!hasPrlimit)('overwrites records torn by a full disk, and counts exactly what was lost', () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', fullDisk()],
      {
        encoding: 'utf8',
      },
    )
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({ full: true, fullAfter: false, written: 4, lost: 2 })
    expect(names().flatMap(linesIn)).toEqual(['kept 1', 'kept 2', 'kept 3', '0 is shared', 'kept 4'])
  })
})

/**
 * A process with a temporary file size limit, like a full disk: the kernel accepts part of a write and
 * rejects the rest. It prints the counts of the spool.
 */
const fullDisk = () => `
  import { execFileSync } from 'node:child_process'
  import { ClickSpool } from ${JSON.stringify(join(import.meta.dirname, 'click-spool.ts'))}
  const log = { info() {}, error() {} }
  const spool = new ClickSpool({ folder: ${JSON.stringify(folder)}, log, onSealed() {} })
  const limit = (bytes) => execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=' + bytes + ':'])
  const write = (line) => new Promise((resolve) => spool.write(line + '\\n', resolve))
  const shared = {}
  const share = () => spool.share(shared, (number) => number + ' is shared\\n')
  await write('kept 1')
  await Promise.all([write('kept 2'), write('kept 3')])
  limit('100')
  share()
  await Promise.all([write('torn ' + 'x'.repeat(200)), write('torn too')])
  const full = spool.full
  limit('unlimited')
  share()
  await write('kept 4')
  spool.seal()
  console.log(JSON.stringify({ full, fullAfter: spool.full, written: spool.written, lost: spool.lost }))`
