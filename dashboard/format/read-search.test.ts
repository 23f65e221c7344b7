import { expect, it } from 'vitest'
import { readId, readStrictly, readText } from './read-search.ts'

it('accepts text that the API accepts, and numbers as text', () => {
  expect([readText('a b'), readText(2026), readText('x'.repeat(200))]).toEqual(['a b', '2026', 'x'.repeat(200)])
  for (const refused of ['', ' ', 'a\0b', '\ud800', 'x'.repeat(201), null, true, ['a'], { a: 1 }, undefined]) {
    expect(readText(refused), JSON.stringify(refused)).toBeUndefined()
  }
  expect(readText('x'.repeat(201), 1_024)).toHaveLength(201)
})

it('accepts only a complete id', () => {
  const id = '01890000-0000-7000-8000-000000000001'
  expect(readId(id)).toBe(id)
  for (const other of ['nonsense', `${id}0`, id.replaceAll('-', '0'), 1, null]) expect(readId(other)).toBeUndefined()
})

it('unsets each key that the reader omits', () => {
  const read = readStrictly(({ kept }) => ({ ...(kept === 'yes' && { kept }) }))
  const merged = (search: Record<string, unknown>) => ({ ...search, ...read(search) })
  expect(merged({ kept: 'no', other: 'x' })).toEqual({ kept: undefined, other: undefined })
  expect(merged({ kept: 'yes', other: 'x' })).toEqual({ kept: 'yes', other: undefined })
})
