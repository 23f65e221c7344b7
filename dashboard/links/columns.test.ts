import { expect, it } from 'vitest'
import { keepColumns, readColumns } from './columns.ts'

function storage(kept: string | null = null) {
  const held = { kept }
  return {
    held,
    getItem: () => held.kept,
    setItem(_place: string, value: string) {
      held.kept = value
    },
  }
}

it('remembers the selected columns, even if there are none', () => {
  const kept = storage()
  expect(readColumns(kept)).toContain('tags')
  keepColumns(kept, new Set(['created']))
  expect([...readColumns(kept)]).toEqual(['created'])
  keepColumns(kept, new Set())
  expect([...readColumns(kept)]).toEqual([])
})

it('ignores columns that do not exist, and works without storage', () => {
  expect([...readColumns(storage('created,gone'))]).toEqual(['created'])
  expect(readColumns(null)).toContain('tags')
})
