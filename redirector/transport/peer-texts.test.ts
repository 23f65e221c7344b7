import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalizeAddress } from '#core/visits/address.ts'
import { PeerTexts } from './peer-texts.ts'

it('formats the four bytes of IPv4, whatever it formatted before', () => {
  const texts = new PeerTexts()
  const address = fc.uint8Array({ minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(fc.oneof(address, fc.constantFrom(Uint8Array.of(0, 0, 0, 0), Uint8Array.of(255, 0, 0, 1)))),
      (all) => {
        for (const bytes of all) {
          expect(texts.read(bytes.slice().buffer)).toBe(bytes.join('.'))
          expect(texts.read(bytes.slice().buffer)).toBe(bytes.join('.'))
        }
      },
    ),
  )
})

it('formats the sixteen bytes of IPv6', () => {
  const texts = new PeerTexts()
  const bytes = Uint8Array.of(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xab, 1)
  expect(normalizeAddress(texts.read(bytes.buffer))).toBe('2001:db8:0:0:0:0:0:ab01')
})

it('formats IPv4 that is mapped to IPv6 as IPv4', () => {
  const texts = new PeerTexts()
  const bytes = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 203, 0, 113, 9]
  expect(texts.read(Uint8Array.from(bytes).buffer)).toBe('203.0.113.9')
  expect(texts.read(Uint8Array.from(bytes.slice(12)).buffer)).toBe('203.0.113.9')
  expect(texts.read(Uint8Array.from([...bytes.slice(0, 11), 254, ...bytes.slice(12)]).buffer)).toContain(':')
})
