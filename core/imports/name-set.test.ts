import { expect, it } from 'vitest'
import { drawSeeds, hashesOf, NameSet } from './name-set.ts'

it('has the names that were added, and no others', () => {
  const names = new NameSet()
  const count = 200_000
  for (let index = 0; index < count; index++) names.add(`domain go-${index}`)
  for (let index = 0; index < count; index++) names.add(`domain go-${index}`)
  const wrong = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !names.has(`domain go-${index}`) || names.has(`domain to-${index}`) || names.has(`domain go-${index} `),
  )
  expect(wrong).toEqual([])
  expect([names.has(''), new NameSet().has('a')]).toEqual([false, false])
})

it('names that share a place in one set do not in another', () => {
  const known = drawSeeds()
  const placeOf = (name: string, seeds: ReturnType<typeof drawSeeds>) => hashesOf(name, seeds)[1] & 127
  const colliding = Array.from({ length: 128_000 }, (_, index) => `domain go-${index}`).filter(
    (name) => placeOf(name, known) === 0,
  )
  expect(colliding.length).toBeGreaterThan(500)
  const other = drawSeeds()
  // About 8 of 1,000 are expected.
  expect(colliding.filter((name) => placeOf(name, other) === placeOf(colliding[0] ?? '', other)).length).toBeLessThan(
    100,
  )
})
