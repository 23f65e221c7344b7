import { expect, it } from 'vitest'
import { goals, grade } from './goals.ts'

it('calls a value great up to the great mark, good up to the good one', () => {
  expect(grade(1.08, goals.untracked)).toBe('great')
  expect(grade(1.081, goals.untracked)).toBe('good')
  expect(grade(1.2, goals.untracked)).toBe('good')
  expect(grade(1.201, goals.untracked)).toBe('short of good')
})

it('never praises what is no number', () => {
  expect(grade(Number.NaN, goals.untracked)).toBe('short of good')
})

it('asks no less for great than for good', () => {
  for (const { good, great } of Object.values(goals)) expect(great).toBeLessThanOrEqual(good)
})
