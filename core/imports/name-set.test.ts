import { expect, it } from 'vitest'
import { NameSet } from './name-set.ts'

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
