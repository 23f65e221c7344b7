import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import './redis.ts'

it('keeps the string methods where V8 finds them fast', () => {
  setFlagsFromString('--allow-natives-syntax')
  const isFast: (object: object) => boolean = runInThisContext('(object) => %HasFastProperties(object)')
  expect(isFast(String.prototype)).toBe(true)
})
