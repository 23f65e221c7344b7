import { pino } from 'pino'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { VisitClock } from './visit-clock.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const lines: { msg: string; behind_ms: number }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })

beforeEach(() => {
  lines.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  onTestFinished(() => void vi.useRealTimers())
})

function startClock() {
  let setBacks = 0
  const clock = new VisitClock({ onSetBack: () => setBacks++, log })
  const at = (ms: number) => {
    vi.setSystemTime(noon + ms)
    return clock.now() - noon
  }
  return { at, setBacks: () => setBacks }
}

it('does not go back by small steps', () => {
  const { at, setBacks } = startClock()
  expect([at(0), at(5), at(4), at(-9_995), at(6)]).toEqual([0, 5, 5, 5, 6])
  expect([setBacks(), lines]).toEqual([0, []])
})

it('follows a clock that was wrong, and reports it once', () => {
  const { at, setBacks } = startClock()
  const day = 86_400_000
  expect([at(0), at(day), at(1), at(0), at(2)]).toEqual([0, day, 1, 1, 2])
  expect(setBacks()).toBe(1)
  expect(lines).toMatchObject([{ behind_ms: day - 1, msg: expect.stringContaining('the clock was set back') }])
})
