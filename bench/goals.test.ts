import { expect, it } from 'vitest'
import { goals, grade } from './goals.ts'

it('grades a value as great up to the great mark, and as good up to the good mark', () => {
  expect(grade(1.08, goals.untracked)).toBe('great')
  expect(grade(1.081, goals.untracked)).toBe('good')
  expect(grade(1.2, goals.untracked)).toBe('good')
  expect(grade(1.201, goals.untracked)).toBe('short of good')
})

it('grades NaN as short of good', () => {
  expect(grade(Number.NaN, goals.untracked)).toBe('short of good')
})

it('has great marks that are at least as strict as the good ones', () => {
  for (const { good, great } of Object.values(goals)) expect(great).toBeLessThanOrEqual(good)
})
