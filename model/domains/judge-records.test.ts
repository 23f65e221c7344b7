import { describe, expect, it } from 'vitest'
import { failuresUntilFailed, failuresUntilGivenUp, judge, type Proof } from './judge-records.ts'

const minutes = (count: number) => count * 60_000
const day = minutes(24 * 60)
const fresh = { status: 'pending', failures: 0, is_used: false } as const
const used = { status: 'verified', failures: 0, is_used: true } as const

/** The states of a domain over repeated checks. */
function lookAgain(start: Parameters<typeof judge>[0], times: number, proof: Proof = 'missing') {
  const seen = []
  let domain = start
  for (let look = 0; look < times; look++) {
    const verdict = judge(domain, proof, false)
    seen.push(verdict)
    domain = { ...domain, ...verdict }
  }
  return seen
}

describe('a check that finds the TXT record', () => {
  it('verifies a domain once', () => {
    expect(judge({ ...fresh, failures: 3 }, 'proven', false)).toMatchObject({
      status: 'verified',
      failures: 0,
      next_check_ms: day,
      announce: 'domain.verified',
    })
    expect(judge({ ...used, failures: 3 }, 'proven', true)).toMatchObject({ failures: 0, announce: null })
  })

  it('restores a failed domain, but not a disabled one', () => {
    expect(judge({ ...used, status: 'failed', failures: 30 }, 'proven', false).announce).toBe('domain.verified')
    expect(judge({ ...used, status: 'disabled' }, 'proven', true)).toMatchObject({
      status: 'disabled',
      next_check_ms: null,
      announce: null,
    })
  })
})

describe('checks that do not find the TXT record', () => {
  it('run a minute apart at first and a day apart in the end', () => {
    const waits = lookAgain(fresh, 13).map(({ next_check_ms }) => next_check_ms)
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440].map(minutes))
  })

  it.each(['pending', 'verified'] as const)('make a %s domain fail at the limit, and announce it once', (status) => {
    const seen = lookAgain({ ...fresh, status }, failuresUntilFailed + 2)
    expect(seen.map((verdict) => verdict.status)).toEqual([
      ...Array<string>(failuresUntilFailed - 1).fill(status),
      ...Array<string>(3).fill('failed'),
    ])
    expect(seen.filter(({ announce }) => announce === 'domain.failed')).toHaveLength(1)
  })

  it('stop in the end for a domain that is not used', () => {
    const waits = lookAgain(fresh, failuresUntilGivenUp).map(({ next_check_ms }) => next_check_ms)
    expect(waits.at(-2)).toBe(day)
    expect(waits.at(-1)).toBeNull()
  })

  it('go on once a day for one that is used, so that its links work again once the record is back', () => {
    const seen = lookAgain(used, 3 * failuresUntilGivenUp)
    expect(seen.at(-1)?.status).toBe('failed')
    expect(new Set(seen.slice(failuresUntilFailed).map(({ next_check_ms }) => next_check_ms))).toEqual(new Set([day]))
  })

  it('requested by the owner do not count, and leave the scheduled ones as they are', () => {
    for (const status of ['pending', 'verified'] as const) {
      const failures = failuresUntilFailed - 1
      const unchanged = { status, failures, next_check_ms: null, keeps_earlier: true }
      expect(judge({ ...fresh, status, failures }, 'missing', true)).toMatchObject(unchanged)
    }
    expect(judge({ ...fresh, status: 'failed', failures: failuresUntilGivenUp }, 'missing', true)).toMatchObject({
      status: 'failed',
      failures: 0,
      next_check_ms: minutes(1),
    })
  })
})

describe('unreachable DNS servers', () => {
  it('never make a verified domain fail', () => {
    const seen = lookAgain({ ...used, failures: failuresUntilFailed - 1 }, 100, 'unknown')
    expect(new Set(seen.map(({ status, announce }) => `${status} ${announce}`))).toEqual(new Set(['verified null']))
  })

  it('do not extend the limit of a domain that was never verified', () => {
    expect(lookAgain(fresh, failuresUntilFailed, 'unknown').at(-1)).toMatchObject({ status: 'failed' })
  })
})
