import { expect, it } from 'vitest'
import { clientNetwork } from './client-address.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::'],
  ['::1', '0:0:0:0::'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
