import { describe, expect, it } from 'vitest'
import { agentsFor, isInside } from './agents.ts'

describe('agentsFor', () => {
  it('keeps the path of a URL', () => {
    for (const { text } of agentsFor('https://go.example.com/links/mcp')) {
      expect(text).toContain('https://go.example.com/links/mcp')
    }
  })
})

describe('isInside', () => {
  it.each(['localhost', 'waymark.local', '127.0.0.1', '10.1.2.3', '192.168.0.5', '172.16.0.1', '[::1]'])(
    '%s is reachable only locally',
    (host) => expect(isInside(host)).toBe(true),
  )
  it.each(['go.example.com', 'localhost.example.com', '172.32.0.1', '11.0.0.1', 'local.example'])(
    '%s is public',
    (host) => expect(isInside(host)).toBe(false),
  )
})
