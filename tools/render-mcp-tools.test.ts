import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withTools } from './render-mcp-tools.ts'
import { root } from './root.ts'

it('keeps docs/mcp.md as the tools are (npm run docs writes it anew)', () => {
  const text = readFileSync(`${root}/docs/mcp.md`, 'utf8')
  expect(text).toBe(withTools(text))
})

it('finds no place for the tools in another text', () => {
  expect(() => withTools('nothing')).toThrow('no region')
})
