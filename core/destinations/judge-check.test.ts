import { describe, expect, it } from 'vitest'
import type { DestinationProblem } from '#schemas/destination-health.ts'
import { type CheckResult, judgeCheck, type KeptHealth } from './judge-check.ts'

const start = Date.parse('2026-11-03T12:00:00Z')
const minute = 60_000
const at = (minutes: number) => new Date(start + minutes * minute)
const response = (status: number, title: string | null = null): CheckResult => ({
  kind: 'response',
  status,
  title,
  certificate_expires_at: null,
})
const noResponse = (problem: DestinationProblem): CheckResult => ({ kind: 'no-response', problem })
const notAllowed: CheckResult = { kind: 'not-allowed' }

/** The health after checks at these minutes. */
function after(checks: [minutes: number, seen: CheckResult][], random = 0): KeptHealth {
  return checks.reduce<KeptHealth | null>(
    (before, [minutes, seen]) => judgeCheck(before, seen, at(minutes), random),
    null,
  ) as KeptHealth
}

const minutesUntilNext = ({ checked_at, next_at }: KeptHealth) => (next_at.getTime() - checked_at.getTime()) / minute

describe('one check', () => {
  it.each<[CheckResult, KeptHealth['state'], KeptHealth['problem']]>([
    [response(200), 'ok', null],
    [response(204), 'ok', null],
    [response(304), 'ok', null],
    [response(400), 'ok', null],
    [response(401), 'ok', null],
    [response(403), 'ok', null],
    [response(405), 'ok', null],
    [response(429), 'ok', null],
    [response(451), 'ok', null],
    [response(404), 'failing', 'not_found'],
    [response(410), 'failing', 'not_found'],
    [response(500), 'failing', 'server_error'],
    [response(503), 'failing', 'server_error'],
    [noResponse('redirect_loop'), 'failing', 'redirect_loop'],
    [noResponse('no_such_host'), 'failing', 'no_such_host'],
    [noResponse('refused'), 'failing', 'refused'],
    [noResponse('certificate'), 'failing', 'certificate'],
    [noResponse('unreachable'), 'failing', 'unreachable'],
    [notAllowed, 'unknown', null],
  ])('that saw %j is %s, %s', (seen, state, problem) => {
    const status_code = seen.kind === 'response' ? seen.status : null
    expect(after([[0, seen]])).toMatchObject({ state, problem, status_code, checked_at: at(0) })
  })
})

describe('a destination that fails', () => {
  const gone = response(404)

  it('is dead after three checks in an hour or more', () => {
    expect(
      after([
        [0, gone],
        [10, gone],
      ]),
    ).toMatchObject({ state: 'failing', failing_since: at(0), failures: 2 })
    expect(
      after([
        [0, gone],
        [10, gone],
        [40, gone],
      ]),
    ).toMatchObject({ state: 'failing', failing_since: at(0) })
    expect(
      after([
        [0, gone],
        [90, gone],
      ]),
    ).toMatchObject({ state: 'failing' })
    expect(
      after([
        [0, gone],
        [10, gone],
        [60, gone],
      ]),
    ).toMatchObject({ state: 'dead', failing_since: at(0) })
  })

  it('stays dead with other problems, until it works', () => {
    const dead = [
      [0, gone],
      [10, gone],
      [60, gone],
    ] as [number, CheckResult][]
    expect(after([...dead, [400, noResponse('unreachable')]])).toMatchObject({
      state: 'dead',
      problem: 'unreachable',
      status_code: null,
      failing_since: at(0),
    })
    const well = after([...dead, [400, response(200)]])
    expect(well).toMatchObject({ state: 'ok', problem: null, failures: 0, failing_since: null })
    expect(judgeCheck(well, gone, at(500), 0)).toMatchObject({ state: 'failing', failing_since: at(500) })
  })

  it('is checked again soon, and then less often', () => {
    const checks: [number, CheckResult][] = [
      [0, gone],
      [10, gone],
      [40, gone],
      [100, gone],
    ]
    expect(checks.map((_, index) => minutesUntilNext(after(checks.slice(0, index + 1))))).toEqual([10, 30, 60, 360])
  })
})

it('spreads checks over a fifth of their interval', () => {
  const intervals = [0, 0.5, 1].map((random) => minutesUntilNext(after([[0, response(200)]], random)))
  expect(intervals).toEqual([1_440, 1_296, 1_152])
  expect(minutesUntilNext(after([[0, notAllowed]]))).toBe(7 * 1_440)
})

describe('the title', () => {
  it('is the title of the page, with the title before its latest change', () => {
    expect(after([[0, response(200, 'Sale')]])).toMatchObject({
      title: 'Sale',
      previous_title: null,
      title_changed_at: null,
    })
    const changed = after([
      [0, response(200, 'Sale')],
      [10, response(200, 'Parked')],
      [20, response(200, 'Parked')],
    ])
    expect(changed).toMatchObject({ title: 'Parked', previous_title: 'Sale', title_changed_at: at(10) })
  })

  it('does not change with an error, or a page without one', () => {
    const seen: [number, CheckResult][] = [
      [0, response(200, 'Sale')],
      [10, response(404, 'Not found')],
      [20, response(200)],
    ]
    expect(after(seen)).toMatchObject({ title: 'Sale', previous_title: null })
    expect(after([...seen.slice(0, 1), [10, noResponse('unreachable')]])).toMatchObject({ title: 'Sale' })
  })
})
