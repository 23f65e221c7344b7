import { expect, it } from 'vitest'
import { distinctVisits } from './visits.ts'

it('makes visits that meet every code', () => {
  const paths = new Set(distinctVisits({ prefix: 'p', codes: 70_000 }).map(({ path }) => path))
  expect(paths.size).toBe(70_000)
})

it('makes visits of many visitors, evenly over few codes', () => {
  const visits = distinctVisits({ prefix: 'p', codes: 100 })
  const visitors = new Set(visits.map(({ headers }) => headers['X-Forwarded-For']))
  expect(visitors.size).toBeGreaterThan(visits.length * 0.99)
  expect(visits.filter(({ path }) => path === '/p7').length).toBe(visits.length / 100)
})
