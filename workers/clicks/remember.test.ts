import { expect, it } from 'vitest'
import { remember } from './remember.ts'

it('computes once per key, and forgets what was not asked for longest', () => {
  const computed: string[] = []
  const double = remember((key) => {
    computed.push(key)
    return key + key
  }, 2)
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(double)).toEqual(['aa', 'bb', 'aa', 'cc', 'aa', 'bb'])
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
})
