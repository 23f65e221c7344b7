import { expect, it } from 'vitest'
import type { ShortUrl } from '#schemas/links.ts'
import { added, mostSelected, rowsBetween, toggled, without } from './selection.ts'

const link = (id: number) => ({ id: String(id) }) as ShortUrl
const links = (count: number) => Array.from({ length: count }, (_, id) => link(id))

it('selects and deselects a link', () => {
  const one = toggled(new Map(), link(1))
  expect([...one.keys()]).toEqual(['1'])
  expect(toggled(one, link(1)).size).toBe(0)
  expect([...without(added(one, links(3)), ['1', '2']).keys()]).toEqual(['0'])
})

it('selects no more links than one call can change', () => {
  const full = added(new Map(), links(mostSelected + 5))
  expect(full.size).toBe(mostSelected)
  expect(toggled(full, link(mostSelected + 1)).size).toBe(mostSelected)
  expect(toggled(full, link(3)).size).toBe(mostSelected - 1)
})

it('reads a range in both directions', () => {
  expect(rowsBetween(7, 3)).toEqual({ first: 3, last: 7 })
  expect(rowsBetween(3, 7)).toEqual({ first: 3, last: 7 })
})
