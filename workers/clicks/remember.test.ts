import { expect, it } from 'vitest'
import { remember } from './remember.ts'

it('computes once per key, and again what was not asked for among the latest', () => {
  const computed: string[] = []
  const double = remember((key) => {
    computed.push(key)
    return key + key
  }, 2)
  expect(['a', 'b', 'a', 'c', 'a', 'd', 'e', 'a', 'b'].map(double)).toEqual([...'abacadeab'].map((key) => key + key))
  expect(computed).toEqual(['a', 'b', 'c', 'd', 'e', 'b'])
})
