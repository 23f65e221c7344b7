import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { remember } from './remember.ts'

it('computes once per key, and again only if a key is not among the latest', () => {
  const computed: string[] = []
  const double = remember((key) => {
    computed.push(key)
    return key + key
  }, 2)
  expect(['a', 'b', 'a', 'c', 'a', 'd', 'e', 'a', 'b'].map(double)).toEqual([...'abacadeab'].map((key) => key + key))
  expect(computed).toEqual(['a', 'b', 'c', 'd', 'e', 'b'])
})

it('does not keep the text in memory that a key was cut from', () => {
  const megabyte = 1024 ** 2
  const first = remember((key) => key.slice(0, 20), 1_000)
  const before = heapAfterCollection()
  for (let batch = 0; batch < 50; batch++) {
    const [agent = ''] = Buffer.from(`agent number ${batch}, of a browser\t${'x'.repeat(megabyte)}`)
      .toString()
      .split('\t')
    first(agent)
  }
  expect((heapAfterCollection() - before) / megabyte).toBeLessThan(25)
  expect(first('agent number 7, of a browser')).toBe('agent number 7, of a')
})

function heapAfterCollection(): number {
  setFlagsFromString('--expose_gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
