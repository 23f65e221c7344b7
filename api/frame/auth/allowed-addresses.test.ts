import { describe, expect, it } from 'vitest'
import { isWithin, requireAddress } from './allowed-addresses.ts'

describe('an API key restricted to IP addresses', () => {
  const key = { allowed_ips: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'] }

  it.each(['10.0.0.0', '10.255.255.255', '192.0.2.7', '::ffff:192.0.2.7', '2001:db8:1::1'])(
    'is accepted from %s',
    (ip) => {
      expect(() => requireAddress(key, ip)).not.toThrow()
    },
  )

  it.each(['11.0.0.0', '192.0.2.8', '::ffff:11.0.0.1', '2001:db9::1', '::1'])('is rejected from %s', (ip) => {
    expect(() => requireAddress(key, ip)).toThrow('cannot be used from this IP address')
  })

  it('is the only kind that is restricted', () => {
    expect(() => requireAddress({ allowed_ips: null }, '11.0.0.0')).not.toThrow()
    expect(() => requireAddress(null, '11.0.0.0')).not.toThrow()
  })
})

describe('isWithin', () => {
  it.each([
    ['10.1.0.0/16', true],
    ['10.0.0.0/8', true],
    ['10.0.0.0/7', false],
    ['0.0.0.0/0', false],
    ['2001:db8::1', true],
    ['2001:db8::/31', false],
    ['::/0', false],
  ])('%s within the allowed ranges: %s', (range, expected) => {
    expect(isWithin(range, ['10.0.0.0/8', '2001:db8::/32'])).toBe(expected)
  })
})
