import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientNetwork, cutAddress, normalizeAddress, widerNetwork } from './address.ts'

describe('normalizeAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['2001:0DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0:0:0:c000:207'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['192.0.2.7:5555', '192.0.2.7'],
    ['[2001:db8::1]:5555', '2001:db8:0:0:0:0:0:1'],
    ['[::ffff:192.0.2.7]:5555', '192.0.2.7'],
    ['[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
    ['192.0.2.7:', '192.0.2.7:'],
    ['192.0.2:5555', '192.0.2:5555'],
    ['192.0.2.7:5555:1', '192.0.2.7:5555:1'],
    ['[192.0.2.7]:1', '[192.0.2.7]:1'],
    ['[[::1]]:1', '[[::1]]:1'],
    ['no address', 'no address'],
    ['a:b', 'a:b'],
  ])('normalizes %s to %s', (text, spelled) => {
    expect(normalizeAddress(text)).toBe(spelled)
  })

  it('returns a valid address that does not change when normalized again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const once = normalizeAddress(text)
        expect(isIP(once)).not.toBe(0)
        expect(normalizeAddress(once)).toBe(once)
      }),
    )
  })
})

describe('cutAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['0:0:0:0:0:0:0:1', '0:0:0::'],
  ])('cuts %s to %s', (address, network) => {
    expect(cutAddress(address)).toBe(network)
    expect(isIP(network)).not.toBe(0)
  })
})

describe('widerNetwork', () => {
  it.each([
    ['192.0.2.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['unknown', null],
  ])('of %s is %s', (address, network) => {
    expect(widerNetwork(normalizeAddress(address))).toBe(network)
  })
})

describe('clientNetwork', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('counts %s as %s after normalization', (address, network) => {
    expect(clientNetwork(normalizeAddress(address))).toBe(network)
  })
})
