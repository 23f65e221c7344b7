import { describe, expect, it } from 'vitest'
import { hostWithoutPort } from './host.ts'

describe('hostWithoutPort', () => {
  it.each([
    ['go.example.com', 'go.example.com'],
    ['Go.Example.COM:8080', 'go.example.com'],
    ['example.com.', 'example.com'],
    ['example.com.:80', 'example.com'],
    ['[::1]:8080', '[::1]'],
    ['[::1]', '[::1]'],
    ['', ''],
  ])('reads %s as %s', (host, name) => {
    expect(hostWithoutPort(host)).toBe(name)
  })
})
