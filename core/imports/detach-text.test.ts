import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { detachText } from './detach-text.ts'

const mib = 1024 ** 2

it('keeps a part of a text without the text', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const partOf = (number: number) => `${'a'.repeat(mib)}${number}`.split('').join('').slice(1_000, 1_040)
  collect()
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: 50 }, (_, number) => detachText(partOf(number)))
  collect()
  expect(kept[49]).toBe('a'.repeat(40))
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10 * mib)
})

it('changes no text', () => {
  for (const text of ['', 'short', 'a text of more than thirteen characters', 'ä text wíth ünusual letters 🙂 in it'])
    expect(detachText(text)).toBe(text)
})
