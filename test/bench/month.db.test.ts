import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ch, text } from '#runtime/ch-tag.ts'
import { checkStored } from '../../bench/month/check-stored.ts'
import { startMonthStack } from '../../bench/month/main.ts'
import { faultKinds, planMonth } from '../../bench/month/plan.ts'
import { playMonth } from '../../bench/month/play-month.ts'
import { newProgress, readPaused, savePaused } from '../../bench/month/progress.ts'
import { createDice } from '../guarantees/dice.ts'
import { faultSeed } from '../guarantees/settings.ts'
import type { FaultStack } from '../guarantees/stack.ts'

const scale = 0.000_003
const plan = planMonth(scale, createDice(faultSeed))
const flawless = { lost: 0, doubled: 0, surplus: 0, miscounted: 0 }

let folder: string
let stack: FaultStack
let progress = newProgress(plan)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-month-'))
  // Otherwise the user of Postgres could not enter it.
  await chmod(folder, 0o711)
  stack = await startMonthStack({ folder, key: undefined })
})
afterAll(async () => {
  await stack?.close({ keepFolder: false })
  await rm(folder, { recursive: true, force: true })
})

const check = () => checkStored(stack, progress.visits.counts)

/** Plays until this many visits are sent. */
async function playUntil(visits: number) {
  const stop = new AbortController()
  const lines: string[] = [`FAULT_SEED=${faultSeed}`]
  const say = (line: string) => lines.push(line)
  const timer = setInterval(() => progress.visits.sent >= visits && stop.abort(), 10)
  const stored = await playMonth(stack, { plan, progress, seed: faultSeed, signal: stop.signal, say })
  clearInterval(timer)
  return { stored, lines: lines.join('\n') }
}

it.runIf(process.platform === 'linux')('an interrupted month continues on its data', async () => {
  expect(await playUntil(plan.visits / 3)).toMatchObject({ stored: null })
  const { key } = stack
  await stack.close({ keepFolder: true })
  savePaused(folder, { scale, seed: faultSeed, revision: 'any', key, progress })
  const before = structuredClone({ ...progress, links: { ...progress.links, codes: '' } })
  const paused = readPaused(folder)
  expect({ ...paused?.progress, links: { ...paused?.progress.links, codes: '' } }).toEqual(before)
  expect(paused?.progress.links.codes.equals(progress.links.codes)).toBe(true)
  progress = paused?.progress ?? progress
  expect(progress.visits.sent).toBeLessThan(plan.visits)
  stack = await startMonthStack({ folder, key })
})

it.runIf(process.platform === 'linux')(
  'a scaled month stores every answered visit exactly once while each kind of process is killed',
  async () => {
    const { stored, lines } = await playUntil(Infinity)
    expect(stored, lines).toMatchObject(flawless)
    const { visits, links, faults, cpu, reports, runs } = progress
    expect([visits.sent, links.count, runs]).toEqual([plan.visits, plan.links, 2])
    expect(visits.answered).toBeGreaterThan(plan.visits * 0.9)
    expect(faults.map(({ kind }) => kind).toSorted()).toEqual(faultKinds.toSorted())
    expect(reports.read).toBeGreaterThan(0)
    for (const micros of Object.values(cpu)) expect(micros).toBeGreaterThan(0)
  },
)

it.runIf(process.platform === 'linux')('its check finds a dropped click and a doubled one', async () => {
  const link = progress.visits.counts.answered.findIndex(
    (count, index) => count > 1 && progress.visits.counts.unanswered[index] === 0,
  )
  const ofLink = ch`endsWith(destination_url, ${text(`/${link}`)})`
  await stack.clickhouse.command(ch`insert into clicks select * from clicks where ${ofLink} limit 1`)
  expect(await check()).toMatchObject({ lost: 0, doubled: 1, surplus: 1, miscounted: 1 })
  await stack.clickhouse.command(ch`alter table clicks delete where ${ofLink} settings mutations_sync = 1`)
  const count = progress.visits.counts.answered[link]
  expect(await check()).toMatchObject({ lost: count, doubled: 0, surplus: 0, miscounted: count })
})
