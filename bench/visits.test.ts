import { expect, it } from 'vitest'
import { distinctVisits, zipfVisits } from './visits.ts'

it('creates visits to every code', () => {
  const paths = new Set(distinctVisits({ prefix: 'p', codes: 70_000 }).map(({ path }) => path))
  expect(paths.size).toBe(70_000)
})

it('spreads many visitors evenly over few codes', () => {
  const visits = distinctVisits({ prefix: 'p', codes: 100 })
  const visitors = new Set(visits.map(({ headers }) => headers['X-Forwarded-For']))
  expect(visitors.size).toBeGreaterThan(visits.length * 0.99)
  expect(visits.filter(({ path }) => path === '/p7').length).toBe(visits.length / 100)
})

it('begins with the given code, and wraps around at the end', () => {
  const visits = distinctVisits({ prefix: 'p', codes: 70_000, first: 139_999 })
  expect(visits.slice(0, 2).map(({ path }) => path)).toEqual(['/p69999', '/p0'])
  expect(new Set(visits.map(({ path }) => path)).size).toBe(70_000)
})

it('visits the first of 1,000 links in one of seven visits, and most of the others at least once', () => {
  const visits = zipfVisits({ prefix: 'p', codes: 1_000 }, 16_000)
  const of = (code: number) => visits.filter(({ path }) => path === `/p${code}`).length / visits.length
  expect(of(0)).toBeCloseTo(0.1336, 2)
  expect(of(1)).toBeCloseTo(0.0668, 2)
  expect(new Set(visits.map(({ path }) => path)).size).toBeGreaterThan(850)
})
