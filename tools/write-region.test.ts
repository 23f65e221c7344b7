import { describe, expect, it } from 'vitest'
import { replaceRegion } from './write-region.ts'

describe('the region of a page', () => {
  it('is replaced without changing the text around it', () => {
    const page = 'before\n<!-- bench -->\nold\n<!-- /bench -->\nafter\n'
    expect(replaceRegion(page, 'bench', 'new')).toBe('before\n<!-- bench -->\nnew\n<!-- /bench -->\nafter\n')
  })

  it('is required', () => {
    expect(() => replaceRegion('<!-- bench -->', 'bench', 'new')).toThrow('no region')
  })
})
