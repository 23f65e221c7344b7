import { afterAll, beforeAll, expect, it } from 'vitest'
import { ch, text } from '#runtime/ch-tag.ts'
import { checkStored } from '../../bench/month/check-stored.ts'
import { startMonthStack } from '../../bench/month/main.ts'
import { faultKinds, planMonth } from '../../bench/month/plan.ts'
import { type Played, playMonth } from '../../bench/month/play-month.ts'
import { createDice } from '../guarantees/dice.ts'
import { faultSeed } from '../guarantees/settings.ts'
import type { FaultStack } from '../guarantees/stack.ts'

const scale = 0.000_003
const plan = planMonth(scale, createDice(faultSeed))
const flawless = { lost: 0, doubled: 0, surplus: 0, miscounted: 0 }

let stack: FaultStack
let played: Played

beforeAll(async () => {
  stack = await startMonthStack()
})
afterAll(() => stack?.close())

const check = () => checkStored(stack, played.visitors.counts)

it.runIf(process.platform === 'linux')(
  'a scaled month stores every answered visit exactly once while each kind of process is killed',
  async () => {
    const lines: string[] = [`FAULT_SEED=${faultSeed}`]
    const signal = new AbortController().signal
    played = await playMonth(stack, plan, { seed: faultSeed, signal, say: (line) => lines.push(line) })
    const { stored, visitors, faults, cpu, reader } = played
    expect(stored, lines.join('\n')).toMatchObject(flawless)
    expect(visitors.answered).toBeGreaterThan(plan.visits * 0.9)
    expect(faults.map(({ kind }) => kind).toSorted()).toEqual(faultKinds.toSorted())
    expect(reader.read).toBeGreaterThan(0)
    for (const micros of Object.values(cpu)) expect(micros).toBeGreaterThan(0)
  },
)

it.runIf(process.platform === 'linux')('its check finds a dropped click and a doubled one', async () => {
  const link = played.visitors.counts.answered.findIndex(
    (count, index) => count > 1 && played.visitors.counts.unanswered[index] === 0,
  )
  const ofLink = ch`endsWith(destination_url, ${text(`/${link}`)})`
  await stack.clickhouse.command(ch`insert into clicks select * from clicks where ${ofLink} limit 1`)
  expect(await check()).toMatchObject({ lost: 0, doubled: 1, surplus: 1, miscounted: 1 })
  await stack.clickhouse.command(ch`alter table clicks delete where ${ofLink} settings mutations_sync = 1`)
  const count = played.visitors.counts.answered[link]
  expect(await check()).toMatchObject({ lost: count, doubled: 0, surplus: 0, miscounted: count })
})
