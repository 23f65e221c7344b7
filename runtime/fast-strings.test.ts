import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import './redis.ts'

it('leaves the methods of text where V8 finds them at once', () => {
  setFlagsFromString('--allow-natives-syntax')
  const isFast: (object: object) => boolean = runInThisContext('(object) => %HasFastProperties(object)')
  expect(isFast(String.prototype)).toBe(true)
})
