import { expect, it } from 'vitest'
import { languageName } from './names.ts'

it.each([
  ['de', 'German'],
  ['DE', 'German'],
  ['fil', 'Filipino'],
  ['xx', 'xx'],
  ['abcd', 'abcd'],
  ['no language', 'no language'],
])('the language %s is displayed as %s', (code, name) => {
  expect(languageName(code)).toBe(name)
})
