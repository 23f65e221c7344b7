import { describe, expect, it } from 'vitest'
import { failuresUntilFailed, failuresUntilGivenUp, judge, type Proof } from './judge-records.ts'

const minutes = (count: number) => count * 60_000
const day = minutes(24 * 60)
const fresh = { status: 'pending', failures: 0 } as const

/** What becomes of a domain that is looked at again and again. */
function lookAgain(start: Parameters<typeof judge>[0], times: number, proof: Proof = 'missing') {
  const seen = []
  let domain = start
  for (let look = 0; look < times; look++) {
    const verdict = judge(domain, proof, false)
    seen.push(verdict)
    domain = verdict
  }
  return seen
}

describe('a look that finds the proof', () => {
  it('verifies a domain, once', () => {
    expect(judge({ status: 'pending', failures: 3 }, 'proven', false)).toMatchObject({
      status: 'verified',
      failures: 0,
      next_check_ms: day,
      announce: 'domain.verified',
    })
    expect(judge({ status: 'verified', failures: 3 }, 'proven', true)).toMatchObject({ failures: 0, announce: null })
  })

  it('brings a failed domain back, but not one that was switched off', () => {
    expect(judge({ status: 'failed', failures: 30 }, 'proven', false).announce).toBe('domain.verified')
    expect(judge({ status: 'disabled', failures: 0 }, 'proven', true)).toMatchObject({
      status: 'disabled',
      next_check_ms: null,
      announce: null,
    })
  })
})

describe('looks that miss the proof', () => {
  it('come a minute apart at first and a day apart at last', () => {
    const waits = lookAgain(fresh, 13).map(({ next_check_ms }) => next_check_ms)
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440].map(minutes))
  })

  it.each(['pending', 'verified'] as const)('make a %s domain fail at the limit, and say so once', (status) => {
    const seen = lookAgain({ status, failures: 0 }, failuresUntilFailed + 2)
    expect(seen.map((verdict) => verdict.status)).toEqual([
      ...Array<string>(failuresUntilFailed - 1).fill(status),
      ...Array<string>(3).fill('failed'),
    ])
    expect(seen.filter(({ announce }) => announce === 'domain.failed')).toHaveLength(1)
  })

  it('end at last', () => {
    const waits = lookAgain(fresh, failuresUntilGivenUp).map(({ next_check_ms }) => next_check_ms)
    expect(waits.at(-2)).toBe(day)
    expect(waits.at(-1)).toBeNull()
  })

  it('that the owner asked for never count, and do not put off the one that does', () => {
    for (const status of ['pending', 'verified'] as const) {
      const failures = failuresUntilFailed - 1
      expect(judge({ status, failures }, 'missing', true)).toMatchObject({ status, failures, keeps_earlier: true })
    }
    expect(judge({ status: 'failed', failures: failuresUntilGivenUp }, 'missing', true)).toMatchObject({
      status: 'failed',
      failures: 0,
      next_check_ms: minutes(1),
    })
  })
})

describe('DNS servers that cannot be reached', () => {
  it('never make a domain fail that is served', () => {
    const seen = lookAgain({ status: 'verified', failures: failuresUntilFailed - 1 }, 100, 'unknown')
    expect(new Set(seen.map(({ status, announce }) => `${status} ${announce}`))).toEqual(new Set(['verified null']))
  })

  it('leave a domain that never was proved to its limit', () => {
    expect(lookAgain(fresh, failuresUntilFailed, 'unknown').at(-1)).toMatchObject({ status: 'failed' })
  })
})
