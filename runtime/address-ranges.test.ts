import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AddressRanges } from './address-ranges.ts'

describe('address ranges', () => {
  const ranges = new AddressRanges(['10.0.0.0/8', '192.0.2.7', '198.51.100.77/28', 'fd00::/8', '::1'])

  it.each([
    '10.0.0.0',
    '10.255.255.255',
    '192.0.2.7',
    '198.51.100.64',
    '198.51.100.79',
    'fd12::1',
    '::1',
    '::ffff:10.1.2.3',
  ])('contain %s', (address) => {
    expect(ranges.contains(address)).toBe(true)
    expect(ranges.contains(address)).toBe(true)
    expect(ranges.excludes(address)).toBe(false)
  })

  it.each([
    '9.255.255.255',
    '11.0.0.0',
    '192.0.2.6',
    '198.51.100.63',
    '198.51.100.80',
    'fe00::1',
    '::2',
    '',
    'fd00',
    '10.0.0',
  ])('do not contain %s', (address) => expect(ranges.contains(address)).toBe(false))

  it('contain everything if they are that wide, up to the last IP address', () => {
    const all = new AddressRanges(['0.0.0.0/0'])
    expect(all.contains('255.255.255.255')).toBe(true)
    expect(all.contains('0.0.0.0')).toBe(true)
    expect(all.contains('::1')).toBe(false)
  })

  it('match BlockList for every IPv4 address and prefix', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.ipV4(), fc.nat(64), (base, prefix, other, step) => {
        const block = new BlockList()
        block.addSubnet(base, prefix, 'ipv4')
        const compiled = new AddressRanges([`${base}/${prefix}`])
        for (const address of [other, base, base.replace(/\d+$/, (last) => String((Number(last) + step) % 256))])
          expect(compiled.contains(address)).toBe(block.check(address, 'ipv4'))
      }),
    )
  })
})

describe('text that is not an IP address', () => {
  const ranges = new AddressRanges(['10.0.0.0/8'])

  it.each([
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.00',
    '1..3.4',
    '1.2.3.4 ',
    '1.2.3.',
    '.1.2.3',
    '0x1.2.3.4',
    '-1.2.3.4',
    '',
  ])('is neither contained nor excluded: %s', (text) => {
    expect(isIP(text)).toBe(0)
    expect(ranges.contains(text)).toBe(false)
    expect(ranges.excludes(text)).toBe(false)
  })

  it('is the same as for Node', () => {
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string({ unit: fc.constantFrom('0', '1', '25', '6', '.', ':', 'f'), maxLength: 15 }),
    )
    fc.assert(
      fc.property(text, (each) => {
        expect(ranges.contains(each) || ranges.excludes(each)).toBe(isIP(each) !== 0)
      }),
      { numRuns: 2_000 },
    )
  })
})
