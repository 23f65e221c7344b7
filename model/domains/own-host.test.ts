import { describe, expect, it } from 'vitest'
import { leadsToOurselves } from './own-host.ts'

const local = { BASE_DOMAIN: 'localhost:8080', REDIRECT_PORT: 8080 }
const hosted = { BASE_DOMAIN: 'sho.rt', REDIRECT_PORT: 8080 }

describe('a destination on our own host', () => {
  it.each([
    ['http://localhost:8080/abc', local],
    ['http://LOCALHOST.:8080/abc', local],
    ['https://sho.rt/abc', hosted],
    ['http://sho.rt', hosted],
    ['https://SHO.rt./', hosted],
    ['http://sho.rt:8080/', hosted],
  ])('%s', (destination, config) => {
    expect(leadsToOurselves(destination, config)).toBe(true)
  })
})

describe('a destination on another host', () => {
  it.each([
    ['http://localhost:9000/target', local],
    ['http://localhost/', local],
    ['https://example.com/?next=http://localhost:8080/', local],
    ['https://www.sho.rt/', hosted],
    ['https://notsho.rt/', hosted],
    ['https://sho.rt:9443/', hosted],
  ])('%s', (destination, config) => {
    expect(leadsToOurselves(destination, config)).toBe(false)
  })
})
