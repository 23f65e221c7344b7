import { describe, expect, it } from 'vitest'
import { replaceRegion } from './write-region.ts'

describe('the region of a page', () => {
  it('is replaced, and nothing around it', () => {
    const page = 'before\n<!-- bench -->\nold\n<!-- /bench -->\nafter\n'
    expect(replaceRegion(page, 'bench', 'new')).toBe('before\n<!-- bench -->\nnew\n<!-- /bench -->\nafter\n')
  })

  it('must be there', () => {
    expect(() => replaceRegion('<!-- bench -->', 'bench', 'new')).toThrow('no region')
  })
})
