import { describe, expect, it } from 'vitest'
import { UnknownCodes } from './unknown-codes.ts'

const now = 60_000_000
const open = (codes: UnknownCodes, address: string, times: number) => {
  for (let time = 0; time < times; time++) codes.count(address, now)
}

describe('unknown slugs', () => {
  it('are blocked for an IP address after 120, and for no other', () => {
    const codes = new UnknownCodes()
    open(codes, 'one', 119)
    expect([codes.someAreSpent(now), codes.isSpent('one', now)]).toEqual([false, false])
    open(codes, 'one', 1)
    expect([codes.someAreSpent(now), codes.isSpent('one', now), codes.isSpent('other', now)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('are counted together for all IPv6 addresses of one client', () => {
    const codes = new UnknownCodes()
    for (let host = 1; host <= 120; host++) open(codes, `2001:db8:0:1:0:0:0:${host.toString(16)}`, 1)
    const isSpent = (address: string) => codes.isSpent(address, now)
    expect([isSpent('2001:db8:0:1:a:b:c:d'), isSpent('2001:db8:0:2:0:0:0:1')]).toEqual([true, false])
  })

  it('cause one Postgres query a second for a blocked IP address', () => {
    const codes = new UnknownCodes()
    open(codes, 'one', 120)
    open(codes, 'other', 120)
    const asks = [0, 0, 999, 1_000, 1_500].map((later) => codes.takeAsk('one', now + later))
    expect(asks).toEqual([true, false, false, true, false])
    expect(codes.takeAsk('other', now)).toBe(true)
  })

  it('are forgotten after a minute', () => {
    const codes = new UnknownCodes()
    open(codes, 'one', 500)
    expect(codes.someAreSpent(now + 59_999)).toBe(true)
    expect([codes.someAreSpent(now + 60_000), codes.isSpent('one', now + 60_000)]).toEqual([false, false])
  })

  it('are forgotten when too many IP addresses open them', () => {
    const codes = new UnknownCodes()
    open(codes, 'one', 120)
    for (let address = 0; address < 50_000; address++) codes.count(String(address), now)
    expect([codes.someAreSpent(now), codes.isSpent('one', now)]).toEqual([false, false])
  })
})
